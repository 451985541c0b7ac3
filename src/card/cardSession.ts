import type { CardHere } from './pin/cardPin.js';
import type { CardReport } from './readCard.js';

/** A card under power that was read; it ends with its link. */
export interface CardSession extends CardHere {
  card: CardReport;
}

/** Can its key for TLS be used, so that its PIN is of any use? */
export function hasKey({ card }: CardSession): boolean {
  return card.client.ok;
}

/** Tells a card from all others, also from one that was made anew with the same name. */
export function keyOf({ identity }: CardReport): string {
  return `${identity.jid} ${identity.fingerprint}`;
}
