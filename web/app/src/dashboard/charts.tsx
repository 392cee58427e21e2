// Small charts as SVG. The figures are also in the text beside a chart, so a chart has one label.
import type { ComponentChild } from "preact";

const WIDTH = 240;
const HEIGHT = 56;
const GAP = 2;

/** A bar: its height, the part of it that failed, and what it says when it is pointed at. */
export interface Bar {
  readonly value: number;
  readonly bad?: number;
  readonly title: string;
}

/** Bars from left to right. */
export function BarChart({ bars, label }: { bars: readonly Bar[]; label: string }): ComponentChild {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const high = (value: number): number => (value / most) * (HEIGHT - GAP);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {bars.map(({ bad = 0, title, value }, index) => {
        const x = index * step + GAP / 2;
        return (
          <g key={title}>
            <title>{title}</title>
            <rect class="hover" x={index * step} y={0} width={step} height={HEIGHT} />
            {value > 0 && <rect class="bar" x={x} y={HEIGHT - Math.max(2, high(value))} width={step - GAP} height={Math.max(2, high(value))} />}
            {bad > 0 && <rect class="bar bad" x={x} y={HEIGHT - Math.max(3, high(bad))} width={step - GAP} height={Math.max(3, high(bad))} />}
          </g>
        );
      })}
    </svg>
  );
}

/** A line from left to right. */
export function LineChart({ label, values }: { values: readonly number[]; label: string }): ComponentChild {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const y = (value: number): number => HEIGHT - 3 - (value / most) * (HEIGHT - 8);
  const path = values.map((value, index) => `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      <path class="line" d={path.join("")} />
    </svg>
  );
}
