import { type Draft, toNfc } from '../../base/index.js';
import type { DecodedLink } from '../../journal/index.js';
import { isSameBlock, readCounterText, pfrNumberIn } from './receiptNumbers.js';
import type { WireReceipt } from './receipt.js';

/** What is odd about a receipt that is accepted all the same, because its link and its numbers are right. */
export type Quirk =
  /** JIDs, counters, number, amount or time, which the link has too, are missing or in a form that nobody can read. */
  | 'missingMember'
  /** The link leads to the tax authority in an unusual way, such as in upper case or by another scheme; it is written anew. */
  | 'link'
  /** The picture is not, or not certainly, the QR code of the link; the box draws its own. */
  | 'picture'
  /** Texts had control or invisible characters, which were taken out. */
  | 'controls'
  /** The PFR number is written in another form: in lower case, with zeros or blanks. */
  | 'invoiceNumber'
  /** The text of the counter is missing or in another form, or ends in letters of another type. */
  | 'invoiceCounter'
  /** The two letters of the counter, sent by themselves, are not those of its text. */
  | 'invoiceCounterExtension'
  /** Internal data or signature are missing, or not those in the link. */
  | 'blocks'
  /** There is no journal, though it was asked for: the box writes the same from what was signed. */
  | 'journalMissing'
  /** The journal is longer than such a receipt can need, and is replaced by the box's own. */
  | 'journalTooLong'
  /** The journal does not name a single item. */
  | 'journalWithoutItems'
  /** A tax of 0 for a label that no item has; it is left out. */
  | 'extraLabel'
  /** No tax for a label that an item has: the box works it out by the rate that it knows. */
  | 'missingLabel'
  /** Several taxes for one label: the box works out the right one by the rate that it knows. */
  | 'repeatedLabel';

/** The quirks of a receipt that has no fault, each once. */
export function quirksOf(receipt: WireReceipt, link: DecodedLink, draft: Draft): Quirk[] {
  const labels = receipt.taxItems.map(({ label }) => label);
  const asked = new Set(draft.lines.map(({ label }) => label));
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
    ['extraLabel', labels.some((label) => !asked.has(label))],
    ['missingLabel', [...asked].some((label) => !labels.includes(label))],
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

/** Most characters of a journal without its items, and of an item without its name, which may be written twice. */
const JOURNAL_FRAME = 4_000;
const JOURNAL_ITEM = 400;

/** The record must fit into the space that is reserved for it before a receipt is asked for. */
export function isJournalTooLong(journal: string, { lines }: Draft): boolean {
  return journal.length > lines.reduce((sum, { name }) => sum + 2 * name.length + JOURNAL_ITEM, JOURNAL_FRAME);
}

const NAME_CHARACTERS = 20;

/** The layout of a journal differs from maker to maker, and names may be broken anywhere. */
function mentionsAnItem(journal: string, draft: Draft): boolean {
  const text = withoutSpaces(journal);
  return draft.lines.some(({ name }) =>
    text.includes(Array.from(withoutSpaces(name)).slice(0, NAME_CHARACTERS).join('')),
  );
}

function withoutSpaces(text: string): string {
  return toNfc(text).replace(/\s+/g, '').toLowerCase();
}
