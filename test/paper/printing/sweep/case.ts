import type { Random } from '../../../kit/random.js';
import type { Answers } from '../../../kit/printer/types.js';
import type { TransportName } from './cables.js';

/** What a printer answers, by the proof that this makes; some can be asked how they are, some cannot. */
export const PROFILES: Readonly<Record<string, Answers>> = {
  'process-id': { status: true, queuedStatus: true, processId: true },
  telling: { status: true, queuedStatus: true, processId: true, autoStatus: true },
  'queued-status': { status: true, queuedStatus: true, processId: false },
  status: { status: true, queuedStatus: false, processId: false },
  none: { status: false, queuedStatus: false, processId: false },
  'process-id-blind': { status: false, queuedStatus: false, processId: true },
  'queued-status-blind': { status: false, queuedStatus: true, processId: false },
};

/**
 * `power`: off and on again; `unplug`: the cable is pulled and put back; `paper`, `cover`, `jam`: until a person has seen
 * to it; `silent`: answers are lost; `deaf`: nothing passes, and nobody is told; `kill`: the box dies and starts again.
 */
export const FAULTS = ['power', 'unplug', 'paper', 'cover', 'jam', 'silent', 'deaf', 'kill'] as const;
export type Fault = (typeof FAULTS)[number];

export const BUFFERS = [45, 4096, 65_536] as const;
export const MODES = ['raster', 'text'] as const;
export const MOMENTS = ['received', 'processed'] as const;
/** How long a fault lasts, ms: shorter than a poll, than three polls, than the time a slip gets, and as long as a person needs. */
export const LENGTHS = [300, 1700, 9000, 30_000] as const;
/** The shortest time that a printer is off, ms. */
const OFF = 1700;
/** mm of paper a second. */
export const SPEEDS = [Infinity, 150] as const;

/** One fault at one byte of a job, and all that the outcome may depend on. */
export interface Case {
  readonly transport: TransportName;
  readonly profile: string;
  readonly mode: (typeof MODES)[number];
  readonly buffer: (typeof BUFFERS)[number];
  readonly fault: Fault;
  readonly moment: (typeof MOMENTS)[number];
  readonly lasts: number;
  readonly speed: (typeof SPEEDS)[number];
  readonly slip: 'small' | 'full';
  /** Is there a job in front of the one with the fault, and one behind it? */
  readonly before: boolean;
  readonly after: boolean;
  /** Byte of the job at which the fault comes, from its first one. */
  readonly offset: number;
}

/** As it is given to `CASE`, to have it again. */
export function textOf(one: Case): string {
  return JSON.stringify({ ...one, speed: String(one.speed) });
}

export function caseOf(text: string): Case {
  const read = JSON.parse(text) as Case & { readonly speed: string };
  return { ...read, speed: read.speed === 'Infinity' ? Infinity : 150 };
}

type Kind = Omit<Case, 'offset'>;

type Told = Pick<Case, 'profile' | 'fault' | 'buffer' | 'mode' | 'moment'>;

/** The distinguishable cases except for the byte, and the random choices in each. */
export const KINDS: readonly Told[] = Object.keys(PROFILES).flatMap((profile) =>
  FAULTS.flatMap((fault) =>
    BUFFERS.flatMap((buffer) =>
      MODES.flatMap((mode) => MOMENTS.map((moment) => ({ profile, fault, buffer, mode, moment }))),
    ),
  ),
);

/** Each of these once, in an order of chance, and again; endless. */
export function* kinds(transport: TransportName, random: Random, told: readonly Told[] = KINDS): Generator<Kind> {
  for (;;) {
    const all = [...told];
    while (all.length > 0) {
      const [next] = all.splice(random.int(0, all.length - 1), 1);
      if (next === undefined) break;
      const lasts = random.pick(LENGTHS);
      yield {
        ...next,
        transport,
        // What is switched off is not back within half a second, the time between two polls of a printer.
        lasts: next.fault === 'power' ? Math.max(lasts, OFF) : lasts,
        speed: random.pick(SPEEDS),
        slip: random.oneIn(15) ? 'full' : 'small',
        before: random.oneIn(2),
        after: !random.oneIn(4),
      };
    }
  }
}

/** Forms of a case that are simpler in one thing. */
export function* simpler(one: Case): Generator<Case> {
  if (one.slip === 'full') yield { ...one, slip: 'small' };
  if (one.before) yield { ...one, before: false };
  if (one.after) yield { ...one, after: false };
  if (one.speed !== Infinity) yield { ...one, speed: Infinity };
  if (one.mode !== 'raster') yield { ...one, mode: 'raster' };
  if (one.buffer !== 65_536) yield { ...one, buffer: 65_536 };
  if (one.transport !== 'usb') yield { ...one, transport: 'usb' };
  for (const lasts of LENGTHS)
    if (lasts < one.lasts && (one.fault !== 'power' || lasts >= OFF)) yield { ...one, lasts };
  for (let step = one.offset; step >= 1; step = Math.floor(step / 2)) yield { ...one, offset: one.offset - step };
}
