/** The value below which the share `q` (0 to 1) of the values is. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Three significant digits: `0.142 ms`, `12.3 ms`, `1450 ms`. */
export function ms(value: number): string {
  return `${digits(value)} ms`;
}

export function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}

export function digits(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Whole thousands are set apart: `100,000`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** One line of the table. */
export interface Row {
  readonly what: string;
  /** What is aimed at; empty where the figure is for information. */
  readonly reach: string;
  readonly reached: string;
  /** The limit or the comparison that was measured in turn with it. */
  readonly bare: string;
  readonly note: string;
  /** A promise that must hold at any speed was broken: the run fails. */
  readonly isBroken?: boolean;
}

/** A figure with its verdict; a missed one is printed as missed and fails nothing. */
export function judged(figure: string, met: boolean): string {
  return met ? figure : `${figure} **missed**`;
}

export function markdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['What', 'Reach', 'Reached', 'Bare', 'Note']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map(({ what, reach, reached, bare, note }) => line([what, reach || '–', reached, bare || '–', note])),
  ].join('\n');
}

/** How long `work` takes, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** CPU of the whole process for `work` on each in turn, µs. */
export async function cpuOf<T>(each: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (const one of each) await work(one);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
