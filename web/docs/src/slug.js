// The anchors of headings, the same as on sites that show the repository.

/** The anchor of a heading; `taken` counts those of the same page, so that none is there twice. */
export function slug(heading, taken = new Map()) {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  const count = taken.get(plain) ?? 0;
  taken.set(plain, count + 1);
  return count ? `${plain}-${count}` : plain;
}
