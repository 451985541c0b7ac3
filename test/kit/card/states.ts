import type { CardState } from '../../../src/processors/card/cardState.js';
import { type CardReport, readCard } from '../../../src/processors/card/readCard.js';
import { DAY_MS, NOON } from '../ledger.js';
import { newCard } from './cards.js';
import { ChipReader } from './chipReader.js';
import { must } from './must.js';

/** The data of a good card that ends in 300 days. */
export async function cardReport(change: Partial<CardReport> = {}): Promise<CardReport> {
  const reader = new ChipReader();
  reader.insert(await newCard({ version: '3.2.8' }));
  const read = await readCard(must(await reader.connect()));
  if (!read.ok) throw new Error(`instead of a card: ${read.error.kind}`);
  const report = read.value;
  return { ...report, identity: { ...report.identity, notAfter: NOON + 300 * DAY_MS }, ...change };
}

/** This shop's card, with its PIN entered. */
export async function readyCard(change: Partial<CardReport> = {}): Promise<Extract<CardState, { kind: 'ready' }>> {
  return { kind: 'ready', card: await cardReport(change), pin: 'accepted', isKept: false };
}
