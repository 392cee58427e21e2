// The rules of a variant as the items of a description list.
import type { ComponentChild } from "preact";
import type { Rule } from "../play/catalogue.js";

/** Title and text of each rule, inside a `<dl>`. */
export function RuleItems({ rules }: { rules: readonly Rule[] }): ComponentChild {
  return rules.map(({ text, title }) => (
    <div key={title}>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  ));
}
