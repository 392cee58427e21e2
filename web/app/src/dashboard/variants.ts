// The games that the server has, for examples and previews.
import type { VariantList } from "@parlour/sdk";

/** A game of the server with its variants. */
export type GameEntry = VariantList["games"][number];

/** The games by the number of squares of their first variant, the smallest one first. */
export function gamesBySize(list: VariantList | null): readonly GameEntry[] {
  const squares = ({ variants: [first] }: GameEntry): number => (first?.columns ?? 0) * (first?.rows ?? 0);
  return [...(list?.games ?? [])].sort((one, other) => squares(one) - squares(other));
}
