// The rules of every variant, alone or beside another.
import type { ComponentChild } from "preact";
import { useId, useState } from "preact/hooks";
import { say } from "../language/language.js";
import { SmallBoard } from "../parts/board.js";
import { Notice } from "../parts/notice.js";
import { type Rule, rulesOf, useVariants } from "../play/catalogue.js";
import { prefer, preference } from "../play/choice.js";
import { refusalOf, sizeOf, variantName } from "../play/words.js";
import { go } from "../router.js";
import type { AnyVariant } from "../server.js";

/** The card of a variant; without one, of the one the player likes. */
export function RulesScreen({ variant: wanted }: { variant: string | null }): ComponentChild {
  const { problem, variants } = useVariants();
  const [other, compare] = useState("");
  if (problem) return <Notice title={say("unreachable")} text={refusalOf(problem)} />;
  if (variants.length === 0) return <p class="notice-screen muted" role="status">{say("loading")}</p>;
  const name = wanted ?? preference.get().variant;
  const variant = variants.find((known) => known.variant === name);
  if (!variant) return <Notice title={say("missing")} text={say("missingText")} />;
  const rival = variants.find((known) => known.variant === other && known !== variant);
  return (
    <div class="column">
      <div class="rules-head">
        <div>
          <p class="overline">{say("rules")}</p>
          <h1>{variantName(variant.variant, variant.name)}</h1>
          <p class="muted">{sizeOf(variant)}</p>
          <PlayLink variant={variant} />
        </div>
        <SmallBoard game={variant.game} board={variant.start} layout={variant.game === "checkers" ? variant : null} />
      </div>
      <div class="rules-choice">
        <VariantSelect label={say("variant")} value={variant.variant} variants={variants} onChange={(next) => go(`rules/${next}`)} />
        <VariantSelect
          label={say("compare")} value={rival?.variant ?? ""} none={say("compareNothing")}
          variants={variants.filter((known) => known !== variant)} onChange={compare}
        />
      </div>
      {rival ? <Differences one={variant} other={rival} /> : <Card rules={rulesOf(variant)} />}
    </div>
  );
}

function PlayLink({ variant: { game, variant } }: { variant: AnyVariant }): ComponentChild {
  const choose = (): void => prefer(game === "checkers" ? { game, variant } : { game });
  return <a class="button primary" href="." onClick={choose}>{say("choose")}</a>;
}

interface VariantSelectProps {
  label: string;
  value: string;
  none?: string;
  variants: readonly AnyVariant[];
  onChange: (variant: string) => void;
}

function VariantSelect({ label, none, onChange, value, variants }: VariantSelectProps): ComponentChild {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {none && <option value="">{none}</option>}
        {variants.map(({ name, variant }) => <option key={variant} value={variant}>{variantName(variant, name)}</option>)}
      </select>
    </span>
  );
}

/** The card is written in English by the server. */
function Card({ rules }: { rules: readonly Rule[] }): ComponentChild {
  return (
    <dl class="rule-card" lang="en">
      {rules.map(({ text, title }) => <div key={title}><dt>{title}</dt><dd>{text}</dd></div>)}
    </dl>
  );
}

function Differences({ one, other }: { one: AnyVariant; other: AnyVariant }): ComponentChild {
  const theirs = new Map(rulesOf(other).map(({ text, title }) => [title, text]));
  const differing = rulesOf(one).filter(({ text, title }) => theirs.get(title) !== text);
  if (differing.length === 0) return <p>{say("sameRules")}</p>;
  return (
    <div class="table-frame">
      <table class="differences" lang="en">
        <thead>
          <tr><td /><th scope="col">{variantName(one.variant, one.name)}</th><th scope="col">{variantName(other.variant, other.name)}</th></tr>
        </thead>
        <tbody>
          {differing.map(({ text, title }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td data-variant={variantName(one.variant, one.name)}>{text}</td>
              <td data-variant={variantName(other.variant, other.name)}>{theirs.get(title) ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
