// Small SVG icons, hidden from screen readers: they appear next to text or inside labelled buttons.
import type { ComponentChild } from "preact";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  home: "M4 11l8-7 8 7M6 10v9h12v-9",
  close: "M6 6l12 12M18 6L6 18",
  play: "M7 5l12 7-12 7z",
  computer: "M4 5h16v10H4zM9 19h6M12 15v4",
  friend: "M9 11a3 3 0 100-6 3 3 0 000 6zM3 19c0-3 3-5 6-5s6 2 6 5M17 7v6M14 10h6",
  here: "M8 10a3 3 0 100-6 3 3 0 000 6zM16 10a3 3 0 100-6 3 3 0 000 6zM3 19c0-3 2-5 5-5 2 0 3 1 4 2 1-1 2-2 4-2 3 0 5 2 5 5",
  watch: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 15a3 3 0 100-6 3 3 0 000 6z",
  replay: "M4 12a8 8 0 108-8c-3 0-5 1-7 3M5 3v4h4",
  rules: "M5 4h9a3 3 0 013 3v13H8a3 3 0 01-3-3zM9 9h5M9 13h5",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 100-4 2 2 0 000 4zM8 19a2 2 0 100-4 2 2 0 000 4z",
  flip: "M7 4v13M4 14l3 3 3-3M17 20V7M14 10l3-3 3 3",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 015 5v1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3.500 10.900V16h7v-2.100A6 6 0 0012 3z",
  swap: "M7 8h12l-3-3M17 16H5l3 3",
  flag: "M6 21V4h11l-2 4 2 4H6",
  handshake: "M3 12l4-5 5 3 5-3 4 5-5 5-4 2-4-2z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  sound: "M4 10v4h4l5 4V6l-5 4zM16 9c1 2 1 4 0 6M18 6c3 4 3 8 0 12",
  silence: "M4 10v4h4l5 4V6l-5 4zM16 10l5 5M21 10l-5 5",
  check: "M5 13l4 4L19 7",
  warning: "M12 4L2 20h20zM12 10v5M12 18v.5",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** Icons that point along the line of reading, and are mirrored where it goes from right to left. */
const DIRECTIONAL: ReadonlySet<IconName> = new Set(["back", "next", "first", "last", "undo"]);

/** An icon as large as the text next to it. */
export function Icon({ name }: { name: IconName }): ComponentChild {
  return (
    <svg class={DIRECTIONAL.has(name) ? "icon directional" : "icon"} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
