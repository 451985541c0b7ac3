import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface Bar {
  /** Text below the bar, if there is room. */
  readonly label: string;
  readonly value: number;
  /** Full text, shown on hover. */
  readonly title: string;
}

interface ChartProps {
  /** Title of the chart, also for a screen reader. */
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Formats a value of the axis. */
  readonly axis: (value: number) => string;
  /** Index of a highlighted bar. */
  readonly stressed?: number;
}

/** Drawn for its display width, because the text scales with it. */
const WIDE = { width: 640, mostLabels: 10 };
const NARROW = { width: 340, mostLabels: 5 };
const IS_NARROW = '(max-width: 45rem)';
const HEIGHT = 220;
const LEFT = 64;
/** Half of the last label extends into this margin. */
const RIGHT = 16;
const BOTTOM = 24;
const TOP = 12;

/** Bars on a scale from zero. People who cannot see it need a table next to it. */
export function BarChart({ title, bars, axis, stressed }: ChartProps): JSX.Element {
  const id = useId();
  const { width, mostLabels } = matchMedia(IS_NARROW).matches ? NARROW : WIDE;
  const [low, high] = [Math.min(0, ...bars.map(({ value }) => value)), Math.max(0, ...bars.map(({ value }) => value))];
  const step = niceStep(high - low);
  const [from, to] = [Math.floor(low / step) * step, Math.max(step, Math.ceil(high / step) * step)];
  const y = (value: number): number => TOP + ((to - value) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  const slot = (width - LEFT - RIGHT) / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / mostLabels);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class={tick === 0 ? 'zero' : 'grid'} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={LEFT - 8} y={y(tick) + 4}>
            {axis(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, place) => {
        const [top, bottom] = [y(Math.max(0, bar.value)), y(Math.min(0, bar.value))];
        const x = LEFT + place * slot;
        return (
          <g key={place}>
            <rect
              class={place === stressed ? 'bar stressed' : 'bar'}
              x={x + slot * 0.12}
              y={top}
              width={slot * 0.76}
              height={Math.max(bar.value === 0 ? 0 : 1, bottom - top)}
            >
              <title>{bar.title}</title>
            </rect>
            {(bars.length - 1 - place) % every === 0 && (
              <text class="label" x={x + slot / 2} y={HEIGHT - 6}>
                {bar.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** A round step that gives a scale two to five lines. */
function niceStep(span: number): number {
  if (span <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const [step = 10] = [1, 2, 2.5, 5, 10].filter((one) => span / (one * power) <= 4);
  return step * power;
}
