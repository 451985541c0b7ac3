import type { Bilingual } from '../../../src/base/bilingual.js';
import type { TestAuthority } from '../../kit/smtp/certificate.js';
import type { BoxProcess } from '../../kit/process.js';
import type { Target } from '../kit/target.js';

/** What a stranger can do with bytes, whichever leg of the box they come over. */
export const SHAPES = {
  'TLS crumbs': 'TLS records of one byte',
  'chunk crumbs': 'HTTP chunks of one byte',
  'header crumbs': 'header lines of one letter, without end',
  'line crumbs': 'lines of a reply that hold nothing, without end',
  flood: 'bytes of no protocol, without end',
  trickle: 'a byte every 20 ms, so that nothing is ever silent',
  silence: 'an open connection over which nothing comes',
  preliminaries: 'valid messages that only announce or keep alive, without end',
  oversized: 'a valid message that is longer than the box takes',
  unread: 'bytes after everything that the box wanted',
} as const;
export type Shape = keyof typeof SHAPES;

/** Between two bytes of a trickle, ms. */
export const TRICKLE = 20;

/** Where a cell is tried. */
export interface Field {
  readonly box: BoxProcess;
  /** The box as an attacker on its network sees it. */
  readonly target: Target;
  /** Trusted by the box for the servers of its owner. */
  readonly authority: TestAuthority;
}

/** One hostile peer of the box. */
export interface Attempt {
  /** One exchange with the box; resolves when the box has ended it, with what it reports. Rejects when it took the exchange for a success. */
  once(): Promise<string>;
  /** Ends the peer, and takes back what the attempt has set. */
  end(): Promise<void>;
}

/** How one leg answers one shape. */
export type Cell =
  | {
      readonly begin: (field: Field) => Promise<Attempt>;
      /** True when the box waits for a timeout: only the nightly lane waits for it. */
      readonly isSlow?: boolean;
    }
  /** Why no stranger can do it. */
  | { readonly notPossible: string }
  /** The test file that tries it with the leg's own code: no address of a running box leads there on this machine. */
  | { readonly triedBy: string };

/** The limits of a leg as docs/security.md says them, made of the constants of the code. */
export interface Bounds {
  readonly bytes: string;
  readonly pieces: string;
  readonly time: string;
}

/** A way by which bytes of strangers reach the box. */
export interface Leg {
  /** As the table of docs/security.md names it. */
  readonly name: string;
  /** The files of `src` that open or accept its connections. */
  readonly sources: readonly string[];
  /** Bytes that the box reads of one exchange at most. */
  readonly bytes: number;
  /** And so many more each second, where the connection lasts. */
  readonly perSecond?: number;
  /** How long one exchange may last, ms. */
  readonly ms: number;
  readonly bounds: Bounds;
  readonly cells: Readonly<Record<Shape, Cell>>;
}

/** The English text of a reported failure. Throws with the whole reply when no failure is reported. */
export function reported(failure: Bilingual | null | undefined, reply: unknown): string {
  if (failure == null) throw new Error(`no failure is reported: ${JSON.stringify(reply)}`);
  return failure.en;
}

const KIB = 1024;

/** `64 KiB`, `4 MiB`. */
export function kib(bytes: number): string {
  const isLarge = bytes >= KIB * KIB;
  return `${Math.round((10 * bytes) / (isLarge ? KIB * KIB : KIB)) / 10} ${isLarge ? 'MiB' : 'KiB'}`;
}

export const seconds = (ms: number): string => `${ms / 1000} s`;
