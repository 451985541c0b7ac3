import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import type { Chip } from '../../kit/card/chip.js';
import type { FakeReader } from '../../kit/card/fakeReader.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { Follower } from './follower.js';
import { OWN } from './shop.js';

const OTHER_SHOP = { uid: 'CARD0002', environment: 'sandbox', tin: '101670560' } as const;
const SECOND = { uid: 'CARD0003', environment: 'sandbox', tin: '100000049' } as const;
/** Time until a card is found in any reader, ms. */
const SOON = 6000;

/** A card that is not one of the tax authority's. */
async function bankCard(): Promise<TaxCard> {
  const card = await newCard();
  card.spoil = () => ({ data: Buffer.alloc(0), word: 0x6a82 });
  return card;
}

interface Two {
  readonly follower: Follower;
  readonly second: FakeReader;
}

/** Two readers with these cards in them. */
function two(first: Chip | undefined, other: Chip | undefined): Two {
  const follower = new Follower();
  const second = follower.another();
  if (first !== undefined) follower.insert(first);
  if (other !== undefined) follower.insert(other, second);
  follower.cards.start();
  return { follower, second };
}

/** The names of the readers in the hands of the box, the one that counts first. */
async function heldBy(follower: Follower): Promise<string[]> {
  const { usb, pcsc } = await follower.within(follower.cards.readers());
  return [usb, pcsc]
    .flatMap((found) => (found.ok ? found.value : []))
    .filter(({ isOurs }) => isOurs)
    .sort((one, other) => Number(other.isUsed) - Number(one.isUsed))
    .map(({ name }) => name.replace(/ \(.*/, ''));
}

test('the first reader is empty and the card is in the second, which may be plugged in later', async () => {
  const { follower } = two(undefined, await newCard());
  await follower.until('ready: needed', SOON);
  await follower.pass(SOON);
  assert.equal(await heldBy(follower), ['Identiv SCR3310'], 'what nobody needs is given back');
  await follower.stop();

  const later = new Follower();
  later.cards.start();
  await later.until('no card', SOON);
  await later.pass(60_000);
  later.insert(await newCard(), later.another());
  await later.until('ready: needed', SOON);
  await later.stop();
});

test('in the first reader lies a card of a bank, or one upside down', async () => {
  const { follower } = two(await bankCard(), await newCard());
  await follower.until('ready: needed', SOON);
  assert.equal((await heldBy(follower)).slice(0, 1), ['Identiv SCR3310']);
  await follower.stop();

  const mute = new Follower();
  mute.usb.insert({ powerOn: () => undefined, powerOff: () => undefined } as never);
  mute.insert(await newCard(), mute.another());
  mute.cards.start();
  await mute.until('ready: needed', 30_000);
  await mute.stop();
});

test('a first reader that does not answer, or is of another program, does not keep the second from the box', async () => {
  for (const spoil of [
    (usb: FakeReader): unknown => (usb.faults = { onAnswer: () => [] }),
    (usb: FakeReader): unknown => (usb.isTaken = true),
  ]) {
    const follower = new Follower();
    spoil(follower.usb);
    follower.insert(await newCard(), follower.another());
    follower.cards.start();
    await follower.until('ready: needed', 60_000);
    await follower.stop();
  }
});

test('of two cards of the tax authority that of this shop is taken, wherever it lies', async () => {
  const { follower } = two(await newCard({}, OTHER_SHOP), await newCard());
  await follower.until('ready: needed', SOON);
  assert.equal((await heldBy(follower)).slice(0, 1), ['Identiv SCR3310']);
  await follower.stop();

  const without = two(await newCard({}, OTHER_SHOP), await newCard({}, SECOND));
  await without.follower.until('needs confirmation', SOON);
  without.follower.rules = { ...OWN, knownCards: [knownCard(SECOND)] };
  without.follower.cards.judgeAgain();
  assert.is(without.follower.shown, 'ready: needed');
  await without.follower.stop();
});

test('of two cards of this shop that in the first reader is taken, and the second reader is left alone', async () => {
  const [first, other] = [await newCard(), await newCard({}, SECOND)];
  const follower = new Follower();
  const second = follower.another();
  follower.rules = { ...OWN, knownCards: [knownCard(), knownCard(SECOND)] };
  follower.insert(first);
  follower.insert(other, second);
  follower.cards.start();
  await follower.until('ready: needed', SOON);
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  await follower.pass(120_000);
  assert.equal([second.traffic, other.seen.length], [0, 0]);

  follower.usb.unplug();
  await follower.until('no reader: reader gone', 100);
  await follower.until('ready: needed', SOON);
  assert.equal(await follower.within(follower.cards.sign(Buffer.alloc(51))), {
    ok: false,
    error: { kind: 'pin needed' },
  });
  assert.is(other.pki.pin.given.length, 0, 'its PIN is another');
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  follower.usb.plug();
  await follower.pass(120_000);
  assert.is(follower.shown, 'ready: accepted', 'the card that works stays');
  assert.equal([first.pki.pin.given.length, other.pki.pin.given.length], [1, 1]);
  second.unplug();
  await follower.until('ready: needed', SOON);
  await follower.stop();
});

test('a card that is put into the other reader is found there within seconds, again and again', async () => {
  const card = await newCard();
  const { follower, second } = two(card, undefined);
  await follower.until('ready: needed', SOON);
  let [here, there] = [follower.usb, second];
  for (let turn = 0; turn < 6; turn += 1) {
    assert.equal(await follower.within(follower.cards.enterPin({ pin: '1234' })), { kind: 'accepted' });
    here.remove();
    await follower.until('no card', 2000);
    await follower.pass(turn * 1000);
    card.reset();
    follower.insert(card, there);
    await follower.until('ready: needed', SOON);
    [here, there] = [there, here];
  }
  await follower.stop();
});

test('a card that is being looked at stays when one just as good is put into another reader', async () => {
  const { follower, second } = two(undefined, undefined);
  await follower.until('no card', SOON);
  await follower.pass(SOON);
  for (const edition of [2, 3]) {
    follower.insert(await newCard({}, { ...CARD_HOLDER, edition }), edition === 2 ? second : follower.usb);
    await follower.until('needs confirmation', SOON);
    await follower.pass(500);
    assert.equal(await heldBy(follower), ['Identiv SCR3310', 'HID OMNIKEY 3x21']);
  }
  await follower.stop();
});

test('readers without a card of the shop are followed without a word, and without end', async () => {
  const { follower, second } = two(await bankCard(), undefined);
  await follower.until('unknown card', SOON);
  await follower.pass(2 * SOON);
  const moved = (): number => follower.usb.traffic + second.traffic + follower.usb.named + second.named;
  const [told, traffic] = [follower.log.length, moved()];
  for (let part = 0; part < 12; part += 1) await follower.pass(300_000);
  assert.is(follower.log.length, told, follower.log.slice(told).join('; '));
  assert.is(moved(), traffic, 'readers that speak up are asked nothing');
  assert.equal(await heldBy(follower), ['HID OMNIKEY 3x21', 'Identiv SCR3310']);
  for (let turn = 0; turn < 20; turn += 1) {
    follower.insert(await bankCard(), second);
    await follower.pass(500);
    second.remove();
    await follower.pass(500);
  }
  assert.is(follower.shown, 'unknown card', 'a card that is no better takes the place of none');
  assert.is(follower.log.length, told, follower.log.slice(told).join('; '));
  await follower.stop();
});

test('no more than four readers are held, however many there are', async () => {
  const follower = new Follower();
  for (let count = 0; count < 6; count += 1) follower.another();
  follower.cards.start();
  await follower.pass(60_000);
  assert.is(follower.all.filter(({ isClaimed }) => isClaimed).length, 4);
  await follower.stop();
});

test('what pcscd has is looked into only when no reader on USB has the card', async () => {
  const follower = new Follower();
  follower.pcsc.loss = undefined;
  follower.pcsc.isPlugged = true;
  follower.pcsc.insert(await newCard({}, SECOND));
  follower.ways = ok(['usb', 'pcsc']);
  follower.rules = { ...OWN, knownCards: [knownCard(), knownCard(SECOND)] };
  follower.insert(await newCard());
  follower.cards.start();
  await follower.until('ready: needed', SOON);
  await follower.pass(120_000);
  assert.equal([follower.pcsc.looks, follower.pcsc.opened], [0, 0], 'a query alone may start pcscd');
  follower.usb.remove();
  await follower.until('no card', 2000);
  await follower.until('ready: needed', SOON);
  assert.equal((await heldBy(follower)).slice(0, 1), ['reader on pcsc']);
  await follower.pass(SOON);
  assert.not.ok(follower.usb.isClaimed);
  await follower.stop();
});

test('a new card is accepted in the second reader while the blocked one is still in the first', async () => {
  const blocked = await newCard();
  blocked.pki.pin.left = 0;
  const { follower } = two(blocked, await newCard({}, { ...CARD_HOLDER, edition: 2 }));
  await follower.until('needs confirmation', SOON);
  await follower.stop();
});

test('a command waits until all readers were looked into', async () => {
  const follower = new Follower();
  follower.insert(await newCard({}, OTHER_SHOP));
  follower.insert(await newCard(), follower.another());
  assert.is((await follower.within(follower.cards.settled())).kind, 'ready');
  await follower.stop();
});

test.run();
