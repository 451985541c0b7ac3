/** A change of the source that a test should notice. */
export interface Mutant {
  /** Its id in the instrumented source. */
  readonly id: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** StrykerJS's name of the operator. */
  readonly kind: string;
  /** The changed line before and after, with single spaces. */
  readonly was: string;
  readonly becomes: string;
  /** Why it is ignored; null when it counts. */
  readonly ignored: string | null;
}

/** A mutant as the instrumenter returns it; lines and columns count from 0. */
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

const MAX_LENGTH = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}

/** Adds the lines that a report shows: the first changed line, before and after. */
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
    was: shortened(first),
    becomes: shortened(first.slice(0, start.column) + raw.replacement + after),
    ignored: raw.statusReason ?? null,
  };
}

/** True when two descriptions, possibly of different runs, are of the same change. */
export function isSame(
  one: Pick<Mutant, 'file' | 'was' | 'becomes'>,
  other: Pick<Mutant, 'file' | 'was' | 'becomes'>,
): boolean {
  return one.file === other.file && one.was === other.was && one.becomes === other.becomes;
}
