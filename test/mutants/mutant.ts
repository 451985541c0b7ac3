/** A change of the source that a test should notice. */
export interface Mutant {
  /** Its number in the instrumented source. */
  readonly id: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The kind of change, as StrykerJS names it. */
  readonly kind: string;
  /** The line that is changed, and what it becomes, with single spaces. */
  readonly was: string;
  readonly becomes: string;
  /** Why it says nothing; null: it counts. */
  readonly ignored: string | null;
}

/** A mutant as the instrumenter gives it; lines and columns count from 0. */
export interface RawMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly statusReason?: string | undefined;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const LONGEST = 160;

function squeezed(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

/** A mutant with the lines that people read: the first line as it was, and that line with the change. */
export function describe(raw: RawMutant, file: string, source: string): Mutant {
  const lines = source.split('\n');
  const { start, end } = raw.location;
  const first = lines[start.line] ?? '';
  const after = (lines[end.line] ?? '').slice(end.column);
  return {
    id: raw.id,
    file,
    line: start.line + 1,
    kind: raw.mutatorName,
    was: squeezed(first),
    becomes: squeezed(first.slice(0, start.column) + raw.replacement + after),
    ignored: raw.statusReason ?? null,
  };
}

/** Do two descriptions, perhaps of different runs, mean the same change? */
export function isSame(
  one: Pick<Mutant, 'file' | 'was' | 'becomes'>,
  other: Pick<Mutant, 'file' | 'was' | 'becomes'>,
): boolean {
  return one.file === other.file && one.was === other.was && one.becomes === other.becomes;
}
