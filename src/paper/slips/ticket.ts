import {
  captionRow,
  COLUMNS,
  cutIntoRows,
  type LocalTime,
  receiptTimeOfLocal,
  serbianDay,
  wrapWords,
} from '../../base/index.js';
import { NOT_FISCAL_ROW, qrCodeOf } from '../journal/index.js';
import { foreignRow, type Slip, type SlipPart, TICKET_TEXTS } from './slip.js';

/**
 * The box's paper about itself. Once the box has an owner, only the password of its own Wi-Fi on it is secret: a finder
 * of the paper can join that network, but cannot log in.
 */
export interface Ticket {
  /** Addresses under which tablets reach the box, the best first; {@link MAX_ADDRESSES} of them are printed. */
  readonly addresses: readonly string[];
  /** Address of the page that helps a device to trust the box, for the QR code; undefined where there is none. */
  readonly helper: string | undefined;
  /** Code that creates the first owner, `ABCD-EFGH`; undefined once there is one. */
  readonly claimCode: string | undefined;
  /** The box's own Wi-Fi; undefined where the box joins another network, or has no Wi-Fi. */
  readonly accessPoint: { readonly ssid: string; readonly password: string } | undefined;
  /** Code for the rescue page, `ABCD-EFGH`; undefined on a box that was not made from an image. */
  readonly rescueCode?: string | undefined;
  readonly authority: {
    /** SHA-256 of the certificate, hex digits with or without colons. */
    readonly fingerprint: string;
    /** Path of the certificate file, which is installed on the tablets. */
    readonly path: string;
  };
  /** In Serbian: why no receipt can be issued, and the action; undefined when the box is ready. */
  readonly problem: string | undefined;
  /** In Serbian: why the issued receipts are not valid, and the action; undefined when they are valid. */
  readonly failure: string | undefined;
  /** In Serbian, the worst first: other problems to be fixed. {@link MAX_WARNINGS} of them are printed. */
  readonly warnings: readonly string[];
  /** Name of the shop; undefined until the box is configured for one. */
  readonly shop: string | undefined;
  /**
   * State of the smart card in Serbian, and the day on which its certificate ends, `YYYY-MM-DD`; undefined without a
   * reader.
   */
  readonly card: { readonly state: string; readonly until: string | null } | undefined;
  readonly time: LocalTime;
  readonly version: string;
}

const MAX_ADDRESSES = 4;
const MAX_WARNINGS = 3;
/** Digits of a fingerprint in a group; eight groups fill a row. */
const GROUP = 4;
const GROUPS = 8;
const GAP: SlipPart = { kind: 'space', mm: 2 };

/**
 * The paper that a printer prints at power-up: the address of the box, what tablets need to trust it, and its state.
 */
export function ticketSlip(ticket: Ticket): Slip {
  const { addresses, helper, authority, rescueCode, time, version } = ticket;
  const [origin = ''] = addresses;
  const words = TICKET_TEXTS;
  return {
    parts: [
      { kind: 'large', lines: [words.title] },
      { kind: 'text', rows: [NOT_FISCAL_ROW] },
      GAP,
      { kind: 'text', rows: [...shopRows(ticket), ...stateRows(ticket)] },
      GAP,
      ...claimParts(ticket),
      ...accessPointParts(ticket),
      ...(helper === undefined ? [] : [{ kind: 'text', rows: [words.helper, ...cutIntoRows(helper)] } as const]),
      { kind: 'text', rows: [words.address, ...addresses.slice(0, MAX_ADDRESSES).flatMap((one) => cutIntoRows(one))] },
      { kind: 'code', rows: qrCodeOf(helper ?? origin)?.rows ?? [], isSmall: true },
      { kind: 'text', rows: [words.certificate, ...cutIntoRows(authority.path)] },
      { kind: 'text', rows: [words.fingerprint, ...fingerprintRows(authority.fingerprint)] },
      GAP,
      {
        kind: 'text',
        rows: [
          ...(rescueCode === undefined ? [] : captionRow(words.rescueCode, rescueCode)),
          ...captionRow(words.version, version),
          ...captionRow(words.time, receiptTimeOfLocal(time)),
        ],
      },
    ],
  };
}

/** The finder of the paper may become the owner of the box, so the purpose of the code is printed with it. */
function claimParts({ claimCode }: Ticket): readonly SlipPart[] {
  if (claimCode === undefined) return [];
  return [
    { kind: 'text', rows: [TICKET_TEXTS.claim] },
    { kind: 'large', lines: [claimCode] },
    { kind: 'text', rows: wrapWords(TICKET_TEXTS.claimHint, COLUMNS) },
    GAP,
  ];
}

/** Phones that scan the code join the network. */
function accessPointParts({ accessPoint }: Ticket): readonly SlipPart[] {
  if (accessPoint === undefined) return [];
  const { ssid, password } = accessPoint;
  const words = TICKET_TEXTS;
  return [
    {
      kind: 'text',
      rows: [
        words.accessPoint,
        ...captionRow(words.accessPointName, foreignRow(ssid)),
        ...captionRow(words.accessPointPassword, foreignRow(password)),
      ],
    },
    {
      kind: 'code',
      rows: qrCodeOf(`WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(password)};;`)?.rows ?? [],
      isSmall: true,
    },
    GAP,
  ];
}

/** Escapes special characters of the Wi-Fi code with a backslash. */
function escaped(text: string): string {
  return text.replace(/[\\;,":]/g, '\\$&');
}

function stateRows(ticket: Ticket): string[] {
  const { problem, failure, warnings } = ticket;
  const words = TICKET_TEXTS;
  const state = problem !== undefined ? words.notReady : failure !== undefined ? words.attention : words.ready;
  const sentences = [failure, problem].flatMap((text) =>
    text === undefined ? [] : wrapWords(foreignRow(text), COLUMNS),
  );
  return [...captionRow(words.state, state), ...sentences, ...cardRows(ticket), ...warningRows(warnings)];
}

function warningRows(warnings: readonly string[]): string[] {
  if (warnings.length === 0) return [];
  const shown = warnings.slice(0, MAX_WARNINGS).flatMap((text) => wrapWords(`• ${foreignRow(text)}`, COLUMNS));
  const more = warnings.length - MAX_WARNINGS;
  return [TICKET_TEXTS.warnings, ...shown, ...(more > 0 ? [TICKET_TEXTS.moreWarnings(more)] : [])];
}

function shopRows({ shop }: Ticket): string[] {
  return shop === undefined ? [] : captionRow(TICKET_TEXTS.shop, foreignRow(shop));
}

function cardRows({ card }: Ticket): string[] {
  if (card === undefined) return [];
  const until = card.until === null ? [] : captionRow(TICKET_TEXTS.cardUntil, serbianDay(card.until));
  return [...captionRow(TICKET_TEXTS.card, card.state), ...until];
}

/** `0123 4567 …`, for a visual comparison with a screen. */
function fingerprintRows(fingerprint: string): string[] {
  const groups = fingerprint.replaceAll(':', '').match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  const row = (first: number): string => groups.slice(first, first + GROUPS).join(' ');
  return Array.from({ length: Math.ceil(groups.length / GROUPS) }, (_, at) => row(at * GROUPS));
}
