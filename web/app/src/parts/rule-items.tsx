// The rules of a variant as the items of a description list.
import type { ComponentChild } from "preact";
import { useRules } from "../play/rule-words.js";
import type { AnyVariant } from "../server.js";

/** Title and text of each rule, inside a `<dl>`; only those of `keys` if it names some. */
export function RuleItems({ keys = [], variant }: { keys?: readonly string[]; variant: AnyVariant }): ComponentChild {
  const [rules = []] = useRules([variant]) ?? [];
  const wanted = rules.filter(({ key }) => keys.length === 0 || keys.includes(key));
  return wanted.map(({ key, text, title }) => (
    <div key={key}>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  ));
}
