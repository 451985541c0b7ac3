import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok } from '../../../src/base/result.js';
import { knownCard, newCard } from '../../kit/card/cards.js';
import { MODELS } from '../../kit/card/readerModels.js';
import { Follower } from './follower.js';
import { OWN } from './shop.js';

const OTHER = { uid: 'CARD0002', environment: 'sandbox', tin: '100000049' } as const;

async function following(): Promise<Follower> {
  const follower = new Follower();
  follower.insert(await newCard());
  follower.cards.start();
  await follower.until('ready: needed');
  return follower;
}

/** A box whose reader is not plugged in at first. */
async function withoutReader(): Promise<Follower> {
  const follower = new Follower();
  follower.usb.unplug();
  follower.insert(await newCard());
  follower.cards.start();
  await follower.pass(1);
  assert.is(follower.shown, 'no reader: no reader');
  return follower;
}

/** pcscd runs, with a reader and a card in it. */
async function runPcscd({ pcsc }: Follower): Promise<void> {
  pcsc.loss = undefined;
  pcsc.isPlugged = true;
  pcsc.insert(await newCard());
}

test('a reader that is plugged in later is found within seconds, and its card is read', async () => {
  const follower = await withoutReader();
  await follower.pass(60_000);
  assert.equal(follower.log, [], 'that nothing is there is no news');
  follower.usb.plug();
  await follower.until('ready: needed', 5000);
  await follower.stop();
});

test('a reader that is unplugged and plugged in again is held again, and its card needs the PIN anew', async () => {
  const follower = await following();
  assert.equal(await follower.within(follower.cards.enterPin({ pin: '1234' })), { kind: 'accepted' });
  for (let turn = 0; turn < 3; turn += 1) {
    follower.usb.unplug();
    await follower.until('no reader: reader gone', 1000);
    assert.equal(await follower.cards.enterPin({ pin: '1234' }), { kind: 'not ready' });
    await follower.until('no reader: no reader', 5000);
    follower.usb.plug();
    await follower.until('ready: needed', 5000);
  }
  await follower.stop();
});

test('a reader unplugged and back between two looks is held again', async () => {
  const follower = await following();
  follower.usb.unplug();
  follower.usb.plug();
  await follower.until('no reader: reader gone', 1000);
  await follower.until('ready: needed', 5000);
  await follower.stop();
});

test('a reader that another program has is named, and taken when it is free', async () => {
  const follower = await withoutReader();
  follower.usb.isTaken = true;
  follower.usb.plug();
  await follower.until('no reader: busy', 5000);
  await follower.pass(20_000);
  assert.is(follower.log.length, 1, 'said once');
  follower.usb.isTaken = false;
  await follower.until('ready: needed', 5000);
  await follower.stop();
});

test('where pcscd has the reader, it is reached through pcscd, but only if that way may be tried', async () => {
  const follower = await withoutReader();
  follower.usb.isTaken = true;
  follower.usb.plug();
  await runPcscd(follower);
  await follower.until('no reader: busy', 5000);
  await follower.pass(20_000);
  assert.is(follower.pcsc.opened, 0, 'an L-PFR may use it there');
  follower.ways = ok(['usb', 'pcsc']);
  follower.cards.changeWays();
  assert.is((await follower.within(follower.cards.settled())).kind, 'ready', 'who asks waits for the look');
  assert.equal(await follower.within(follower.cards.readers()), {
    usb: ok([{ id: '1-5', name: 'HID OMNIKEY 3x21 (076b:3031)', way: 'usb', isOurs: false, isUsed: false }]),
    pcsc: ok([{ id: 'first', name: 'reader on pcsc', way: 'pcsc', isOurs: true, isUsed: true }]),
  });
  await follower.stop();
});

test('pcscd that does not run is a fault only where it is the one way', async () => {
  const follower = await withoutReader();
  follower.ways = ok(['usb', 'pcsc']);
  await follower.pass(10_000);
  assert.is(follower.shown, 'no reader: no reader', 'a reader is missing, no program');
  follower.ways = ok(['pcsc']);
  await follower.until('no reader: driver', 5000);
  await follower.stop();
});

test('of several losses the one is told that a person can do something about', async () => {
  const follower = new Follower();
  follower.usb.faults = { onAnswer: () => [] };
  follower.ways = ok(['usb', 'pcsc']);
  follower.pcsc.loss = 'denied';
  follower.cards.start();
  await follower.until('no reader: denied');
  follower.pcsc.loss = 'protocol';
  await follower.until('no reader: late');
  await follower.stop();
});

test('a reader that does not answer is given back with its reason, and taken anew once it does', async () => {
  const follower = await following();
  const { usb } = follower;
  usb.remove();
  await follower.until('no card', 2000);
  usb.faults = { onAnswer: () => [] };
  follower.insert(await newCard());
  await follower.until('no reader: late');
  await follower.pass(0);
  assert.not.ok(usb.isClaimed);
  await follower.pass(60_000);
  assert.is(follower.shown, 'no reader: late', 'tried again and again, to no avail');
  const late = follower.log.filter((line) => line.startsWith('card.state'));
  assert.equal(late.slice(-1), ['card.state no reader late']);
  assert.is(late.filter((line) => line.endsWith('late')).length, 1);
  usb.faults = {};
  await follower.until('ready: needed', 60_000);
  await follower.stop();
});

test('a reader that cannot be driven is named, and logged once however often it is tried', async () => {
  const follower = new Follower({ ...MODELS.omnikey, features: 0 });
  follower.cards.start();
  await follower.until('no reader: unsupported', 100);
  await follower.pass(60_000);
  assert.equal(follower.log, [
    'card.reader_failed HID OMNIKEY 3x21 (076b:3031) level of exchange: character',
    'card.state no reader unsupported',
  ]);
  await follower.stop();
});

test('switched off it looks for nothing, and gives back what it holds, at once', async () => {
  const follower = await following();
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  follower.ways = failed('off');
  follower.log.length = 0;
  follower.cards.changeWays();
  await follower.until('no reader: off', 100);
  await follower.pass(0);
  assert.not.ok(follower.usb.isClaimed);
  assert.equal(await follower.cards.enterPin({ pin: '1234' }), { kind: 'not ready' });
  await follower.pass(20_000);
  assert.not.ok(follower.usb.isClaimed);
  assert.equal(follower.log, ['card.state no reader off']);
  follower.ways = ok(['usb']);
  follower.cards.changeWays();
  await follower.until('ready: needed', 1000);
  await follower.stop();
});

test('a way that may not be used any more is left for the other', async () => {
  const follower = await following();
  await runPcscd(follower);
  follower.ways = ok(['pcsc']);
  follower.cards.changeWays();
  await follower.within(follower.cards.readers());
  await follower.until('ready: needed', 1000);
  assert.is(follower.pcsc.opened, 1);
  assert.not.ok(follower.usb.isClaimed);
  await follower.stop();
});

test('stopped, it gives the reader back and forgets the PIN, also in the middle of a look or of reading', async () => {
  const held = await following();
  await held.within(held.cards.enterPin({ pin: '1234' }));
  await held.stop();
  assert.is(held.shown, 'no reader: closed');
  assert.equal(await held.cards.enterPin({ pin: '1234' }), { kind: 'not ready' });
  assert.is((await held.within(held.cards.settled())).kind, 'no reader', 'nobody waits for it any more');

  const steps = 40;
  for (let step = 0; step < steps; step += 1) {
    const follower = new Follower();
    follower.insert(await newCard());
    follower.cards.start();
    for (let turn = 0; turn < step; turn += 1) await Promise.resolve();
    await follower.stop();
    if (step === 0) assert.equal(follower.log, [], 'a reader that comes too late is not held');
    await follower.pass(10_000);
    assert.not.ok(follower.usb.isClaimed, `stopped after ${step} turns`);
    assert.is(follower.shown.split(':')[0], 'no reader', `stopped after ${step} turns`);
  }
  await new Follower().stop();
});

test('another card takes the place of the first, and the PIN of the first is never given to it', async () => {
  const follower = await following();
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  const other = await newCard({}, OTHER);
  follower.usb.remove();
  await follower.until('no card', 2000);
  follower.insert(other);
  await follower.until('needs confirmation', 10_000);
  follower.rules = { ...follower.rules, knownCards: [...OWN.knownCards, knownCard(OTHER)] };
  follower.cards.judgeAgain();
  assert.is(follower.shown, 'ready: needed');
  const signed = await follower.within(follower.cards.sign(Buffer.alloc(51)));
  assert.equal(signed, { ok: false, error: { kind: 'pin needed' } });
  assert.is(other.pki.pin.given.length, 0);
  await follower.stop();
});

test('a command waits until the card is read, and no longer than ten seconds', async () => {
  const follower = new Follower();
  follower.insert(await newCard());
  assert.not.ok(follower.cards.isFollowed);
  assert.is((await follower.within(follower.cards.settled())).kind, 'ready');
  assert.ok(follower.cards.isFollowed);
  const before = follower.clock.monotonic();
  assert.is((await follower.within(follower.cards.settled())).kind, 'ready');
  assert.is(follower.clock.monotonic(), before, 'it is known already');
  await follower.stop();

  const none = new Follower();
  none.usb.unplug();
  assert.equal(await none.within(none.cards.settled()), { kind: 'no reader', loss: 'no reader' });
  assert.is(none.clock.monotonic(), 0);
  await none.stop();

  const slow = new Follower();
  slow.insert(await newCard());
  slow.usb.faults = { onAnswer: () => [] };
  const waiting = slow.cards.settled();
  await slow.within(waiting);
  assert.ok(slow.clock.monotonic() <= 10_000);
  const asked = slow.clock.monotonic();
  await slow.stop();
  assert.ok(slow.clock.monotonic() - asked <= 3000, 'a card that hangs does not hold up the end of the box');
});

test('each state is logged once, and no line holds a PIN, a number or a name of the card', async () => {
  const follower = await following();
  for (let turn = 0; turn < 5; turn += 1) await follower.within(follower.cards.refresh());
  await follower.within(follower.cards.enterPin({ pin: '9753' }));
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  await follower.within(follower.cards.enterPin({ pin: '1234' }));
  follower.usb.remove();
  await follower.until('no card', 2000);
  await follower.stop();
  assert.equal(follower.log, [
    'card.reader HID OMNIKEY 3x21 (076b:3031) usb',
    'card.state ready needed',
    'card.state ready accepted',
    'card.state no card',
    'card.state no reader closed',
  ]);
  assert.not.match(follower.log.join('\n'), /1234\b|9753|CARD0001|100000049|Зора/);
});

test.run();
