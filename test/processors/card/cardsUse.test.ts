import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed } from '../../../src/base/result.js';
import type { PinKeep } from '../../../src/processors/card/pin/cardPin.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import { CARDS, SlotCard } from '../../kit/card/slotCard.js';
import { Follower } from './follower.js';
import { OWN } from './shop.js';
import { DIGEST_INFO, OTHER } from './shopCards.js';

const NEVER = new AbortController().signal;

/** Stores PINs in memory, once the owner wants that. */
class Kept implements PinKeep {
  readonly pins = new Map<string, string>();
  /** How often a service has started. */
  begun = 0;
  isWanted = false;
  /** Awaited before a PIN is stored. */
  wait: () => Promise<unknown> = async () => undefined;

  begin(): void {
    this.begun += 1;
  }
  holds(card: string): boolean {
    return this.pins.has(card);
  }
  awaits(card: string): boolean {
    return this.begun > 0 && this.pins.has(card);
  }
  async take(card: string): Promise<string | undefined> {
    const pin = this.pins.get(card);
    this.pins.delete(card);
    return pin;
  }
  async store(card: string, pin: string): Promise<boolean> {
    if (!this.isWanted) return false;
    await this.wait();
    this.pins.set(card, pin);
    return true;
  }
  async forget(card: string): Promise<void> {
    this.pins.delete(card);
  }
}

const isKept = ({ cards: { state } }: Follower): boolean => state.kind === 'ready' && state.isKept;

function triesLeft({ cards: { state } }: Follower): number | null {
  assert.ok(state.kind === 'ready');
  return state.card.triesLeft.pki;
}

test('without a card nothing is tried, signed or stored', async () => {
  const keep = new Kept();
  keep.isWanted = true;
  const follower = new Follower(undefined, { keep });
  follower.usb.unplug();
  follower.cards.start();
  await follower.until('no reader: no reader', 0);
  assert.equal(await follower.cards.enterPin({ pin: '1234' }), { kind: 'not ready' });
  assert.equal(await follower.cards.sign(DIGEST_INFO), failed({ kind: 'not ready' }));
  await follower.cards.keepPin();
  await follower.cards.refresh();
  assert.is(follower.cards.client, undefined);
  assert.is(keep.pins.size, 0);
  assert.is(follower.shown, 'no reader: no reader');
  await follower.stop();
});

test('the client signs with the card once its PIN is accepted, and ends when the card is removed', async () => {
  const follower = new Follower();
  follower.insert(await newCard());
  follower.cards.start();
  await follower.until('ready: needed');
  assert.is(follower.cards.client, undefined);
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  const { client } = follower.cards;
  assert.ok(client);
  const signed = await follower.within(client.sign(DIGEST_INFO, NEVER));
  assert.ok(signed.ok);
  assert.equal(signed, await follower.within(follower.cards.sign(DIGEST_INFO)));
  assert.equal(await follower.within(client.sign(DIGEST_INFO, AbortSignal.abort())), failed('not ready'));
  follower.usb.remove();
  await follower.until('no card', 2000);
  assert.is(follower.cards.client, undefined);
  assert.ok(client.signal.aborted);
  assert.equal(await follower.within(client.sign(DIGEST_INFO, NEVER)), failed('not ready'));
  await follower.stop();
});

test('refresh() resolves when the changing values were read again', async () => {
  const follower = new Follower();
  const card = await newCard();
  follower.usb.insert(new SlotCard(card, CARDS.serbia, { work: 50 }));
  follower.cards.start();
  await follower.until('ready: needed');
  assert.is(triesLeft(follower), 5);
  card.pki.pin.left = 3;
  const read = follower.cards.refresh().then(() => triesLeft(follower));
  assert.is(await follower.within(read), 3);
  await follower.stop();
});

test('refresh() waits 3 seconds at most for a card that hangs', async () => {
  const follower = new Follower();
  follower.insert(await newCard());
  follower.cards.start();
  await follower.until('ready: needed');
  follower.usb.faults = { onAnswer: () => [] };
  const asked = follower.clock.monotonic();
  await follower.within(follower.cards.refresh());
  assert.is(follower.clock.monotonic() - asked, 3000);
  await follower.stop();
});

test('keepPin() resolves when the accepted PIN is stored, for that card only', async () => {
  const keep = new Kept();
  const follower = new Follower(undefined, { keep });
  follower.insert(await newCard());
  follower.cards.start();
  await follower.until('ready: needed');
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  assert.not.ok(isKept(follower), 'the owner does not want it yet');
  keep.isWanted = true;
  keep.wait = () => follower.clock.sleep(100);
  assert.ok(await follower.within(follower.cards.keepPin().then(() => isKept(follower))));
  assert.equal([...keep.pins], [[`${CARD_HOLDER.uid} ${knownCard().fingerprint}`, '1234']]);

  const other = await newCard({}, OTHER);
  follower.rules = { ...OWN, knownCards: [...OWN.knownCards, knownCard(OTHER)] };
  follower.usb.remove();
  await follower.until('no card', 2000);
  follower.insert(other);
  await follower.until('ready: needed', 10_000);
  assert.not.ok(isKept(follower));
  assert.is(other.pki.pin.given.length, 0);
  await follower.stop();
});

test('a stored PIN is used once a service starts, also for a card that a command has read before', async () => {
  const keep = new Kept();
  keep.isWanted = true;
  const card = await newCard();
  keep.pins.set(`${CARD_HOLDER.uid} ${knownCard().fingerprint}`, '1234');
  const follower = new Follower(undefined, { keep });
  follower.insert(card);
  await follower.within(follower.cards.settled());
  assert.equal([follower.shown, keep.begun, card.pki.pin.given.length], ['ready: needed', 0, 0]);
  follower.cards.start();
  await follower.until('ready: accepted', 1000);
  assert.equal([keep.begun, card.pki.pin.given.length], [1, 1]);
  await follower.stop();
});

test.run();
