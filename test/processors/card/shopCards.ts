import * as assert from 'uvu/assert';
import { createHash } from 'node:crypto';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { Shop } from './shop.js';

/** The holder of a card that this shop does not know. */
export const OTHER = { uid: 'CARD0002', environment: 'sandbox', tin: '100000049' } as const;
/** What a card signs: the SHA-256 of `text`, as PKCS #1 wraps it. */
export const DIGEST_INFO = Buffer.concat([
  Buffer.from('3031300d060960864801650304020105000420', 'hex'),
  createHash('sha256').update('text').digest(),
]);

export const kinds = (shop: Shop): string[] => shop.states.map(({ kind }) => kind);
/** How many PINs a card was given. */
export const pins = (card: TaxCard): number => card.pki.pin.given.length + card.element.pin.given.length;

/** The standing of a card of the tax authority, else the state. */
export function shown({ state }: Shop): string {
  if (state.kind === 'ready') return state.pin;
  return state.kind === 'stranger' ? state.standing : state.kind;
}

/** A shop that has read this card. */
export async function ready(card: TaxCard): Promise<Shop> {
  const shop = new Shop();
  await shop.insert(card);
  assert.is(shop.state.kind, 'ready');
  return shop;
}

export function cardOf(shop: Shop) {
  if (shop.state.kind !== 'ready' && shop.state.kind !== 'stranger') throw new Error(shop.state.kind);
  return shop.state.card;
}
