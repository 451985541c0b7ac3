import { isRecord, type UtcMs } from '../../../base/index.js';
import { codeIn } from './answer.js';
import { type JsonMembers, membersWithin, readPfrTime } from './members.js';
import { readRates } from './rates.js';
import type { TaxRateGroup } from './rates.js';

/** The status of a processor, as received. */
export interface ProcessorStatus {
  /** JID of its card or of the client certificate; '' without a card. */
  readonly uid: string;
  /** Number of the last receipt, '' for none; null when it is not sent, as by a V-PFR. */
  readonly lastInvoiceNumber: string | null;
  /** The processor's own clock. */
  readonly time: UtcMs | null;
  /** General status codes of 4 digits; empty from a V-PFR, which has none. */
  readonly gsc: readonly string[];
  readonly isPinRequired: boolean;
  /** The current group first; see `labelsAt`. Empty when none were sent. */
  readonly rates: readonly TaxRateGroup[];
  /** Address of the tax authority's service. */
  readonly taxCoreApi: string | null;
  /**
   * The plain members (texts, numbers, flags, lists of texts) with plain names, without the rates; 8 KiB of JSON at
   * most. They are displayed, so invisible characters are removed.
   */
  readonly fields: JsonMembers;
}

const MAX_TEXT = 300;
const MAX_LIST = 50;
const MAX_FIELDS = 8 * 1024;

/** Read separately, see {@link ProcessorStatus.rates}. */
const RATES: ReadonlySet<string> = new Set(['currentTaxRates', 'allTaxRates']);

/** A status has at least one of these. */
const STATUS_MEMBERS = ['gsc', 'uid', 'sdcDateTime', 'currentTaxRates'];

/** The answer to `GET /api/v3/status` (Technical Instruction, Status); undefined when it is something else. */
export function readStatus(value: unknown): ProcessorStatus | undefined {
  if (!isRecord(value) || !STATUS_MEMBERS.some((name) => name in value)) return undefined;
  const gsc = codesIn(value['gsc']);
  const { isPinRequired, lastInvoiceNumber } = value;
  return {
    uid: textIn(value['uid']) ?? '',
    lastInvoiceNumber: textIn(lastInvoiceNumber),
    time: readPfrTime(textIn(value['sdcDateTime']) ?? '') ?? null,
    gsc,
    isPinRequired: isPinRequired === true || gsc.includes('1500'),
    rates: readRates(value['currentTaxRates'], value['allTaxRates']),
    taxCoreApi: textIn(value['taxCoreApi']),
    fields: fieldsIn(value),
  };
}

/**
 * A common product sends the whole table of codes instead of its state. Such a list has both the code for a working
 * Internet connection and the one for a missing connection; it means nothing and is ignored.
 */
function codesIn(value: unknown): string[] {
  const codes = (Array.isArray(value) ? value : []).map(codeIn).filter((code) => code !== undefined);
  return codes.includes('0210') && codes.includes('0220') ? [] : [...new Set(codes)].slice(0, MAX_LIST);
}

/**
 * Control characters, line separators, and characters that reverse or hide those around them (UAX #44,
 * Default_Ignorable_Code_Point).
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_TEXT ? value.replace(INVISIBLE, '') : null;
}

const PLAIN_NAME = /^[A-Za-z]\w{0,39}$/;

function fieldsIn(value: JsonMembers): JsonMembers {
  const isShown = (name: string, member: unknown): boolean =>
    PLAIN_NAME.test(name) && !RATES.has(name) && isPlain(member);
  const shown = Object.entries(membersWithin(value, MAX_FIELDS, isShown));
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutInvisible(member)]));
}

function withoutInvisible(member: unknown): unknown {
  return Array.isArray(member) ? member.map(textIn) : (textIn(member) ?? member);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number' || textIn(value) !== null) return true;
  return Array.isArray(value) && value.length <= MAX_LIST && value.every((member) => textIn(member) !== null);
}
