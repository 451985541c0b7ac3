import type { LocalTime } from '../base/fiscal.js';
import { captionLine, COLUMNS, cutHard, oneLine, wrapWords } from '../base/text.js';
import { receiptTimeOfLocal } from '../base/time.js';
import type { Slip, SlipPart } from '../printing/slip.js';
import { NOT_FISCAL_LINE } from './lettering.js';
import { qrCodeOf } from './qr.js';
import { TICKET_WORDS } from './slipwords.js';

/** What the box tells of itself on paper. Nothing of it is secret: the paper may lie about. */
export interface Ticket {
  /** Under which tablets reach the box, the one for the QR code first; {@link MAX_ADDRESSES} of them are printed. */
  readonly addresses: readonly string[];
  readonly authority: {
    /** SHA-256 of the certificate, hex digits with or without colons. */
    readonly fingerprint: string;
    /** The file that tablets are given. */
    readonly path: string;
  };
  /** In Serbian: why no receipt can be issued, and what to do; undefined when the box is ready. */
  readonly problem: string | undefined;
  /** How many other things should be looked after. */
  readonly warnings: number;
  readonly time: LocalTime;
  readonly version: string;
}

const MAX_ADDRESSES = 4;
/** Digits of a fingerprint that stand together: eight groups fill a line. */
const GROUP = 4;
const GROUPS = 8;
const GAP: SlipPart = { kind: 'space', mm: 2 };

/** What a printer gives at power-up: where the box is, how tablets come to trust it, and how it is. */
export function ticketSlip({ addresses, authority, problem, warnings, time, version }: Ticket): Slip {
  const [origin = ''] = addresses;
  const words = TICKET_WORDS;
  return {
    parts: [
      { kind: 'large', text: words.title },
      { kind: 'text', lines: [NOT_FISCAL_LINE] },
      GAP,
      { kind: 'text', lines: stateLines(problem, warnings) },
      GAP,
      { kind: 'text', lines: [words.address, ...addresses.slice(0, MAX_ADDRESSES).flatMap((one) => cutHard(one))] },
      { kind: 'code', rows: qrCodeOf(origin)?.rows ?? [] },
      { kind: 'text', lines: [words.certificate, ...cutHard(authority.path)] },
      { kind: 'text', lines: [words.fingerprint, ...groupLines(authority.fingerprint)] },
      GAP,
      {
        kind: 'text',
        lines: [...captionLine(words.version, version), ...captionLine(words.time, receiptTimeOfLocal(time))],
      },
    ],
  };
}

function stateLines(problem: string | undefined, warnings: number): string[] {
  const words = TICKET_WORDS;
  const count = warnings === 0 ? [] : captionLine(words.warnings, `${warnings} (kasirbox doctor)`);
  if (problem === undefined) return [...captionLine(words.state, words.ready), ...count];
  return [...captionLine(words.state, words.notReady), ...wrapWords(oneLine(problem), COLUMNS), ...count];
}

/** `0123 4567 …`, as one compares it with a screen. */
function groupLines(fingerprint: string): string[] {
  const groups = fingerprint.replaceAll(':', '').match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  const line = (first: number): string => groups.slice(first, first + GROUPS).join(' ');
  return Array.from({ length: Math.ceil(groups.length / GROUPS) }, (_, at) => line(at * GROUPS));
}
