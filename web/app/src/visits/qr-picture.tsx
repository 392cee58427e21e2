// A QR code as a picture.
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import { qrCode } from "./qr-code.js";

/** The light margin that readers need, in modules. */
const MARGIN = 4;

/** The QR code of a text, dark on light in every theme; renders nothing if the text is too long. */
export function QrPicture({ label, text }: { label: string; text: string }): ComponentChild {
  const modules = useMemo(() => qrCode(text), [text]);
  if (!modules) return null;
  const size = modules.length + 2 * MARGIN;
  const dark = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")));
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
