import { type Clock, type Log, toNfc } from '../../../base/index.js';
import { type Draft, type Environment, labelsOfLine } from '../../../contract/index.js';
import type { DecodedLink } from '../../../paper/journal/index.js';
import { isSameBlock, readCounterText, pfrNumberIn } from './receiptNumbers.js';
import type { WireReceipt } from './receipt.js';

/**
 * A departure from the specification in a receipt that is accepted anyway, because its link and its counters are
 * correct.
 */
export type Quirk =
  /** JIDs, counters, number, amount or time, which the link has too, are missing or unreadable. */
  | 'missingMember'
  /**
   * The link leads to the tax authority in an unusual form, such as in upper case or with another scheme; the box
   * rewrites it.
   */
  | 'link'
  /** The picture is not, or not certainly, the QR code of the link; the box draws its own. */
  | 'picture'
  /** Texts had control or invisible characters, which were removed. */
  | 'controls'
  /** The PFR number is written in another form: in lower case, with zeros or blanks. */
  | 'invoiceNumber'
  /** The text of the counter is missing or in another form, or ends in letters of another type. */
  | 'invoiceCounter'
  /** The two letters of the counter, sent in their own member, differ from those in its text. */
  | 'invoiceCounterExtension'
  /** Internal data or signature are missing, or differ from those in the link. */
  | 'blocks'
  /** The journal is missing, although it was requested; the box composes it from the signed data. */
  | 'journalMissing'
  /** The journal is longer than such a receipt can need, and is replaced by the box's own. */
  | 'journalTooLong'
  /** The journal does not name a single item. */
  | 'journalWithoutItems'
  /** A tax of 0 for a label that no item has; it is omitted. */
  | 'extraLabel'
  /** No tax for a label that an item has; the box calculates it from the known rate. */
  | 'missingLabel'
  /** Several taxes for one label; the box calculates the right one from the known rate. */
  | 'repeatedLabel';

/** The quirks of a receipt that has no fault, each once. */
export function quirksOf(receipt: WireReceipt, link: DecodedLink, draft: Draft): Quirk[] {
  const labels = receipt.taxItems.map(({ label }) => label);
  const requested = new Set(draft.lines.flatMap(labelsOfLine));
  const { journal, invoiceCounterExtension } = receipt;
  const counter = readCounterText(receipt.invoiceCounter, link);
  const found: readonly (readonly [Quirk, boolean])[] = [
    ['missingMember', !hasAllMembers(receipt)],
    ['controls', receipt.hadControls],
    ['invoiceNumber', receipt.invoiceNumber !== null && receipt.invoiceNumber !== pfrNumberIn(link)],
    ['invoiceCounter', counter.text !== receipt.invoiceCounter],
    ['invoiceCounterExtension', (invoiceCounterExtension ?? counter.letters) !== counter.letters],
    ['blocks', !areBlocksRepeated(receipt, link)],
    ['journalMissing', journal === null],
    ['journalTooLong', journal !== null && isJournalTooLong(journal, draft)],
    ['journalWithoutItems', journal !== null && !isJournalTooLong(journal, draft) && !mentionsAnItem(journal, draft)],
    ['extraLabel', labels.some((label) => !requested.has(label))],
    ['missingLabel', [...requested].some((label) => !labels.includes(label))],
    ['repeatedLabel', new Set(labels).size < labels.length],
  ];
  return found.flatMap(([quirk, isSeen]) => (isSeen ? [quirk] : []));
}

function hasAllMembers({ requestedBy, signedBy, invoiceNumber, totalCounter, ...rest }: WireReceipt): boolean {
  const { typeCounter, time, total } = rest;
  const members = [requestedBy, signedBy, invoiceNumber, totalCounter, typeCounter, time, total];
  return members.every((member) => member !== null);
}

function areBlocksRepeated({ encryptedInternalData, signature }: WireReceipt, link: DecodedLink): boolean {
  return isSameBlock(encryptedInternalData, link.internalData) && isSameBlock(signature, link.signature);
}

/** Most characters of a journal without its items, and of an item without its name, which may be printed twice. */
const JOURNAL_FRAME = 4_000;
const JOURNAL_ITEM = 400;

/** The record must fit into the space that is reserved for it before a receipt is requested. */
export function isJournalTooLong(journal: string, { lines }: Draft): boolean {
  return journal.length > lines.reduce((sum, { name }) => sum + 2 * name.length + JOURNAL_ITEM, JOURNAL_FRAME);
}

const NAME_CHARACTERS = 20;

/** The layout of a journal differs between makers, and names may be broken anywhere. */
function mentionsAnItem(journal: string, draft: Draft): boolean {
  const text = withoutSpaces(journal);
  return draft.lines.some(({ name }) =>
    text.includes(Array.from(withoutSpaces(name)).slice(0, NAME_CHARACTERS).join('')),
  );
}

function withoutSpaces(text: string): string {
  return toNfc(text).replace(/\s+/g, '').toLowerCase();
}

interface QuirkLogDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly environment: Environment;
}

/** The same quirk of the same processor is logged again after this time, ms of the monotonic clock. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Most entries that are remembered. Cards change, and an attacker may make up UIDs. */
const MAX_ENTRIES = 200;

/** Quirks of a processor's receipts, for the log and for reports. */
export class QuirkLog {
  private readonly seen = new Set<Quirk>();
  /** When each was logged, by JID and quirk, the oldest first. */
  private readonly loggedAt = new Map<string, number>();

  constructor(private readonly deps: QuirkLogDeps) {}

  /** All quirks since the start, or since the processor was configured. */
  get names(): readonly Quirk[] {
    return [...this.seen];
  }

  /** Records the quirks of an accepted receipt of the processor with this JID. */
  note(uid: string, quirks: readonly Quirk[]): void {
    const { clock, log, environment } = this.deps;
    const now = clock.monotonic();
    for (const quirk of quirks) {
      this.seen.add(quirk);
      const key = `${uid} ${quirk}`;
      const at = this.loggedAt.get(key);
      if (at !== undefined && now - at < DAY_MS) continue;
      this.loggedAt.delete(key);
      this.loggedAt.set(key, now);
      const [oldest] = this.loggedAt.keys();
      if (this.loggedAt.size > MAX_ENTRIES && oldest !== undefined) this.loggedAt.delete(oldest);
      log('pfr.quirk', { environment, uid, quirk });
    }
  }
}
