import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verify } from 'node:crypto';
import { NO_KEEP } from '../../../src/processors/card/pin/cardPin.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import { OWN, Shop } from './shop.js';
import { cardOf, DIGEST_INFO, OTHER, pins, ready, shown } from './shopCards.js';

test('a PIN that the card has accepted signs, again and again, until the card leaves', async () => {
  const card = await newCard();
  const shop = await ready(card);
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  assert.is(shown(shop), 'accepted');
  for (let count = 2; count <= 4; count += 1) {
    const signature = await shop.card.sign(DIGEST_INFO);
    const { client } = cardOf(shop);
    assert.ok(
      signature.ok && client.ok && verify('sha256', Buffer.from('text'), client.value.publicKey, signature.value),
    );
    assert.is(pins(card), count);
  }
  await shop.insert(card);
  assert.is(shown(shop), 'needed');
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  assert.is(pins(card), 4);
});

test('a wrong PIN is counted and never tried again, nor is the right one of before', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  assert.equal(await shop.card.enterPin({ pin: '9999' }), { kind: 'wrong', triesLeft: 4 });
  assert.is(shown(shop), 'needed');
  assert.is(cardOf(shop).triesLeft.pki, 4);
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  await shop.card.refresh();
  assert.is(pins(card), 2);
});

test('a PIN is tried neither on another card than the person was shown, nor after a try that the person does not know of', async () => {
  const [card, next] = [await newCard(), await newCard({ pin: '4321' }, OTHER)];
  const shop = new Shop();
  shop.rules = { ...OWN, knownCards: [...OWN.knownCards, knownCard(OTHER)] };
  await shop.insert(card);
  const { fingerprint } = cardOf(shop).identity;
  await shop.insert(next);
  assert.is(shown(shop), 'needed');
  assert.equal(await shop.card.enterPin({ pin: '1234', confirmed: 5, fingerprint }), { kind: 'other card' });
  assert.is(pins(next), 0);
  await shop.insert(card);
  const request = { pin: '9999', confirmed: 5, fingerprint };
  assert.equal(await shop.card.enterPin(request), { kind: 'wrong', triesLeft: 4 });
  assert.equal(await shop.card.enterPin(request), { kind: 'confirm', triesLeft: 4 }, 'the same request once more');
  assert.is(pins(card), 1);
});

test('of two PINs at the same time one is tried', async () => {
  const card = await newCard();
  const shop = await ready(card);
  const outcomes = await Promise.all([shop.card.enterPin({ pin: '9999' }), shop.card.enterPin({ pin: '1234' })]);
  assert.equal(outcomes, [{ kind: 'wrong', triesLeft: 4 }, { kind: 'busy' }]);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  assert.is(card.pki.pin.given.length, 2);
});

test('after an error of the program in a PIN another one is tried', async () => {
  const card = await newCard();
  const bugs = [new Error('a bug')];
  const store = (): Promise<boolean> => {
    const bug = bugs.pop();
    return bug === undefined ? Promise.resolve(false) : Promise.reject(bug);
  };
  const shop = new Shop(undefined, { ...NO_KEEP, store });
  await shop.insert(card);
  assert.match(String(await shop.card.enterPin({ pin: '1234' }).catch((error: unknown) => error)), 'a bug');
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
});

test('with two tries left a person confirms that number, and a blocked card takes no PIN', async () => {
  const card = await newCard();
  const shop = await ready(card);
  for (const triesLeft of [4, 3, 2])
    assert.equal(await shop.card.enterPin({ pin: '9999' }), { kind: 'wrong', triesLeft });
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'confirm', triesLeft: 2 });
  assert.equal(await shop.card.enterPin({ pin: '1234', confirmed: 3 }), { kind: 'confirm', triesLeft: 2 });
  assert.is(pins(card), 3);
  assert.equal(await shop.card.enterPin({ pin: '9999', confirmed: 2 }), { kind: 'wrong', triesLeft: 1 });
  assert.equal(await shop.card.enterPin({ pin: '9999', confirmed: 2 }), { kind: 'confirm', triesLeft: 1 });
  assert.equal(await shop.card.enterPin({ pin: '9999', confirmed: 1 }), { kind: 'blocked' });
  assert.is(shown(shop), 'blocked');
  assert.equal(await shop.card.enterPin({ pin: '1234', confirmed: 0 }), { kind: 'blocked' });
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'blocked' } });
  assert.is(pins(card), 5);
  await shop.insert(card);
  assert.is(shown(shop), 'blocked', 'seen before any PIN');
});

test('a card that does not tell its tries is not tried without a word', async () => {
  const card = await newCard();
  card.spoil = (answer, { data }) => (data.toString('hex') === '5c027f71' ? { ...answer, word: 0x6a88 } : answer);
  const shop = await ready(card);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'confirm', triesLeft: null });
  assert.equal(await shop.card.enterPin({ pin: '1234', confirmed: 'unknown' }), { kind: 'accepted' });
  assert.is(pins(card), 1);
});

test('any odd answer to a PIN forgets it, also to one that was accepted', async () => {
  for (const word of [0x6302, 0x6700, 0x6c04, 0x6f00, 0x9001, 0x6310, 0x0000]) {
    const card = await newCard();
    const shop = await ready(card);
    await shop.card.enterPin({ pin: '1234' });
    card.spoil = (answer, { ins }) => (ins === 0x20 ? { ...answer, word } : answer);
    const odd = await shop.card.sign(DIGEST_INFO);
    assert.ok(!odd.ok && odd.error.kind === 'refused' && odd.error.word === word);
    card.spoil = undefined;
    assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
    assert.is(pins(card), 2, word.toString(16));
  }
});

test('a card that takes its PIN and does not sign is given that PIN no more', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  card.spoil = (answer, { ins }) => (ins === 0x2a ? { data: Buffer.alloc(0), word: 0x6982 } : answer);
  const refused = await shop.card.sign(DIGEST_INFO);
  assert.ok(!refused.ok && refused.error.kind === 'refused');
  assert.is(shown(shop), 'needed');
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  assert.is(pins(card), 2);
});

test('a card whose PIN was changed or blocked elsewhere does not sign with the PIN that it has accepted', async () => {
  for (const [left, kind, then] of [
    [5, 'pin needed', 'needed'],
    [1, 'blocked', 'blocked'],
  ] as const) {
    const card = await newCard();
    const shop = await ready(card);
    await shop.card.enterPin({ pin: '1234' });
    card.pki.pin.change(Buffer.from('5678'));
    card.pki.pin.left = left;
    for (let times = 0; times < 2; times += 1)
      assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind } });
    assert.equal([shown(shop), pins(card)], [then, 2]);
  }
});

test('a card whose applet cannot be selected is given no PIN, and the fault is reported', async () => {
  const card = await newCard();
  const shop = await ready(card);
  card.spoil = (answer, { ins }) => (ins === 0xa4 ? { data: Buffer.alloc(0), word: 0x6f00 } : answer);
  const outcome = await shop.card.enterPin({ pin: '1234' });
  assert.ok(outcome.kind === 'failed' && outcome.fault.kind === 'refused' && outcome.fault.word === 0x6f00);
  assert.equal([shown(shop), pins(card)], ['needed', 0]);
  card.spoil = undefined;
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
});

test('a reader is closed only when the PIN that its card has accepted is stored', async () => {
  const steps: string[] = [];
  const kept = { begin: () => undefined, holds: () => false, awaits: () => true, take: async () => '1234' };
  const store = async (): Promise<boolean> => {
    void shop.card.close().then(() => steps.push('closed'));
    await shop.settled();
    steps.push('stored');
    return true;
  };
  const shop: Shop = new Shop(await newCard(), { ...kept, store, forget: async () => undefined });
  while (steps.length < 2) await shop.settled();
  assert.equal(steps, ['stored', 'closed']);
});

test('what nobody waits for any more is not signed, and costs no PIN', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  assert.equal(await shop.card.sign(DIGEST_INFO, AbortSignal.abort()), { ok: false, error: { kind: 'not ready' } });
  assert.is(card.pki.pin.given.length, 1);
});

test('what is no PIN, and what no card of this shop is there for, is not tried', async () => {
  const shop = new Shop();
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'not ready' });
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'not ready' } });
  const card = await newCard();
  await shop.insert(card);
  for (const pin of ['', '123', '12345', '12a4', '١٢٣٤', '1234\n']) {
    assert.equal(await shop.card.enterPin({ pin }), { kind: 'form' }, pin);
  }
  assert.is(pins(card), 0);
});

test('a card whose key cannot be read is given no PIN, neither by a person nor a kept one', async () => {
  const kept = { holds: () => true, awaits: () => true, take: async () => '1234' };
  const keep = { ...kept, begin: () => undefined, store: async () => true, forget: async () => undefined };
  const card = await newCard();
  card.pki.files = [];
  const shop = new Shop(card, keep);
  await shop.settled();
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'no key' });
  assert.equal(await shop.card.enterPin({ pin: '1234', confirmed: 5 }), { kind: 'no key' });
  shop.card.judgeAgain();
  await shop.card.keepPin();
  assert.is(shown(shop), 'needed');
  assert.is(pins(card), 0);
});

test('a stranger needs a word first, and loses its PIN when the word is taken back', async () => {
  const card = await newCard({}, OTHER);
  const shop = new Shop();
  await shop.insert(card);
  assert.is(shown(shop), 'needs confirmation');
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'not ready' });
  shop.rules = { ...OWN, knownCards: [...OWN.knownCards, knownCard(OTHER)] };
  shop.card.judgeAgain();
  assert.is(shop.state.kind, 'ready');
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  shop.rules = { ...OWN, companyTin: '101670560' };
  shop.card.judgeAgain();
  assert.is(shown(shop), 'other shop');
  shop.rules = { ...OWN, knownCards: [knownCard(OTHER)] };
  shop.card.judgeAgain();
  assert.is(shown(shop), 'needed');
  assert.is(pins(card), 1);
});

test('a card of the same name with another certificate is given no PIN before a person has said that it is ours', async () => {
  const own = await newCard();
  const shop = await ready(own);
  await shop.card.enterPin({ pin: '1234' });
  const forged = { ...CARD_HOLDER, edition: 2 };
  const card = await newCard({}, forged);
  await shop.insert(card);
  assert.is(shown(shop), 'needs confirmation');
  assert.ok(shop.state.kind === 'stranger' && shop.state.isNamesake);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'not ready' });
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'not ready' } });
  await shop.card.refresh();
  assert.is(pins(card), 0);
  shop.rules = { ...OWN, knownCards: [knownCard(forged)] };
  shop.card.judgeAgain();
  assert.is(shown(shop), 'needed');
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  await shop.insert(own);
  assert.is(shown(shop), 'needs confirmation', 'the one before is the stranger now');
  assert.is(pins(own), 1);
});

test('a card that is found to be of another shop while a PIN is under way is not given it', async () => {
  const card = await newCard();
  const shop = await ready(card);
  const judgeAt = (start: string) => {
    shop.reader.interrupt = (command) => {
      if (!command.toString('hex').startsWith(start)) return undefined;
      shop.rules = { ...OWN, companyTin: '101670560' };
      shop.card.judgeAgain();
      return undefined;
    };
  };
  judgeAt('00cb3fff');
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'not ready' });
  assert.is(pins(card), 0);
  shop.reader.interrupt = undefined;
  shop.rules = OWN;
  shop.card.judgeAgain();
  await shop.card.enterPin({ pin: '1234' });
  judgeAt('00a40400');
  assert.equal(await shop.card.sign(DIGEST_INFO), { ok: false, error: { kind: 'pin needed' } });
  assert.is(pins(card), 1);
});

test.run();
