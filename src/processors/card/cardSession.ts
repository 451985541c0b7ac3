import type { CardHere } from './pin/cardPin.js';
import type { CardReport } from './readCard.js';

/** A card under power that was read; the session ends with its link. */
export interface CardSession extends CardHere {
  card: CardReport;
}

/** True when its key for TLS can be used; otherwise its PIN is not needed. */
export function hasKey({ card }: CardSession): boolean {
  return card.client.ok;
}

/** Identifies a card, also against a card issued again with the same name. */
export function keyOf({ identity }: CardReport): string {
  return `${identity.jid} ${identity.fingerprint}`;
}
