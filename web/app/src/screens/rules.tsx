// The rules of every variant, alone or compared with another.
import type { GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useId, useState } from "preact/hooks";
import { firstGame, gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { SmallBoard } from "../parts/board.js";
import { Notice } from "../parts/notice.js";
import { RuleItems } from "../parts/rule-items.js";
import { useVariants } from "../play/catalogue.js";
import { prefer, preference } from "../play/choice.js";
import { refusalOf } from "../play/refusal.js";
import { useRules } from "../play/rule-words.js";
import { sizeOf, variantName } from "../play/words.js";
import { go, rulesPath } from "../router.js";
import type { AnyVariant } from "../server.js";

/** The rules of a variant; of the preferred one if none is given. */
export function RulesScreen({ game, variant: wanted }: { game?: GameName | undefined; variant: string | null }): ComponentChild {
  const { problem, variants } = useVariants();
  const [other, compare] = useState("");
  if (problem) return <Notice title={translate("unreachable")} text={refusalOf(problem)} />;
  if (variants.length === 0)
    return (
      <p class="notice-screen muted" role="status">
        {translate("loading")}
      </p>
    );
  const name = wanted ?? preference.get().variant;
  const named = variants.filter((known) => known.variant === name);
  const variant = named.find((known) => known.game === (game ?? firstGame.name)) ?? (game ? undefined : named[0]);
  if (!variant) return <Notice title={translate("missing")} text={translate("missingText")} />;
  const rival = variants.find((known) => keyOf(known) === other && known !== variant);
  return (
    <div class="column">
      <div class="rules-head">
        <div>
          <p class="overline">{translate("rules")}</p>
          <h1>{variantName(variant.game, variant.variant, variant.name)}</h1>
          <p class="muted">{sizeOf(variant)}</p>
          <PlayLink variant={variant} />
        </div>
        <SmallBoard key={variant.game} variant={variant} />
      </div>
      <div class="rules-choice">
        <VariantSelect label={translate("variant")} value={variant} variants={variants} onChange={(next) => next && go(rulesPath(next.game, next.variant))} />
        <VariantSelect
          label={translate("compare")}
          value={rival}
          none={translate("compareNothing")}
          variants={variants.filter((known) => known !== variant)}
          onChange={(next) => compare(next ? keyOf(next) : "")}
        />
      </div>
      {rival ? <Differences one={variant} other={rival} /> : <Card variant={variant} />}
    </div>
  );
}

function PlayLink({ variant: { game, variant } }: { variant: AnyVariant }): ComponentChild {
  const choose = (): void => prefer(gameNamed(game).offers.variants ? { game, variant } : { game });
  return (
    <a class="button primary" href="." onClick={choose}>
      {translate("choose")}
    </a>
  );
}

interface VariantSelectProps {
  label: string;
  value: AnyVariant | undefined;
  none?: string;
  variants: readonly AnyVariant[];
  onChange: (variant: AnyVariant | undefined) => void;
}

function VariantSelect({ label, none, onChange, value, variants }: VariantSelectProps): ComponentChild {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value ? keyOf(value) : ""} onChange={(event) => onChange(variants.find((known) => keyOf(known) === event.currentTarget.value))}>
        {none && <option value="">{none}</option>}
        {variants.map((known) => (
          <option key={keyOf(known)} value={keyOf(known)}>
            {variantName(known.game, known.variant, known.name)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A key that tells variants of the same name apart. */
function keyOf({ game, variant }: AnyVariant): string {
  return game === firstGame.name ? variant : `${game}/${variant}`;
}

function Card({ variant }: { variant: AnyVariant }): ComponentChild {
  return (
    <dl class="rule-card">
      <RuleItems variant={variant} />
    </dl>
  );
}

function Differences({ one, other }: { one: AnyVariant; other: AnyVariant }): ComponentChild {
  const [ours, others] = useRules([one, other]) ?? [];
  if (!ours || !others) return null;
  const theirs = new Map(others.map(({ key, text }) => [key, text]));
  const differing = ours.filter(({ key, text }) => theirs.get(key) !== text);
  if (differing.length === 0) return <p>{translate("sameRules")}</p>;
  return (
    <div class="table-frame">
      <table class="differences">
        <thead>
          <tr>
            <td />
            <th scope="col">{variantName(one.game, one.variant, one.name)}</th>
            <th scope="col">{variantName(other.game, other.variant, other.name)}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ key, text, title }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td data-variant={variantName(one.game, one.variant, one.name)}>{text}</td>
              <td data-variant={variantName(other.game, other.variant, other.name)}>{theirs.get(key) ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
