import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newCard } from '../../kit/card/cards.js';
import { Shop } from './shop.js';
import { cardOf, DIGEST_INFO, kinds, OTHER, pins, ready, shown } from './shopCards.js';

test('a card is read when it comes, and no PIN is tried', async () => {
  const shop = new Shop();
  await shop.settled();
  assert.equal(kinds(shop), ['no card']);
  const card = await newCard({ version: '3.2.8' });
  card.element.amounts = { sum: 1n, limit: 10n };
  await shop.insert(card);
  assert.equal(kinds(shop), ['no card', 'reading', 'ready']);
  const { identity, version, triesLeft, amount, parameters, client } = cardOf(shop);
  assert.equal(
    [identity.jid, identity.tin, version, triesLeft, amount],
    ['CARD0001', '100000049', [3, 2, 8], { element: 5, pki: 5 }, { sum: 1n, limit: 10n }],
  );
  assert.ok(parameters?.uid === 'CARD0001' && client.ok);
  assert.is(pins(card), 0);
  shop.reader.remove();
  await shop.settled();
  assert.is(shop.state.kind, 'no card');
});

test('a card that is in when the box starts is read, without its PIN', async () => {
  const card = await newCard();
  const shop = new Shop(card);
  await shop.settled();
  assert.is(shown(shop), 'needed');
  assert.is(pins(card), 0);
});

test('one odd answer at the first reading is asked again by another powering up', async () => {
  const card = await newCard();
  let odd = 1;
  card.spoil = (answer, { cla, ins }) => {
    const isCertificate = cla === 0x88 && ins === 0x04;
    return isCertificate && (odd -= 1) >= 0 ? { data: Buffer.alloc(0), word: 0x6f00 } : answer;
  };
  const shop = new Shop(card);
  await shop.settled();
  assert.is(shown(shop), 'needed');
});

test('what is no card of the tax authority is named, and the next card works', async () => {
  const shop = new Shop();
  const other = await newCard();
  other.spoil = () => ({ data: Buffer.alloc(0), word: 0x6a82 });
  await shop.insert(other);
  assert.equal(shop.state, { kind: 'unknown card', fault: { kind: 'foreign', word: 0x6a82, meaning: 'not found' } });
  const spoilt = await newCard();
  spoilt.spoil = (answer, { cla, ins }) =>
    cla === 0x88 && ins === 4 ? { ...answer, data: Buffer.alloc(900, 0x30) } : answer;
  await shop.insert(spoilt);
  assert.equal(shop.state, { kind: 'unknown card', fault: { kind: 'malformed', what: 'a certificate' } });
  await shop.insert(await newCard());
  assert.is(shop.state.kind, 'ready');
});

test('a card that takes the place of another while that is read is the one that is told', async () => {
  const [first, second] = [await newCard(), await newCard({}, OTHER)];
  const shop = new Shop();
  shop.reader.interrupt = () => {
    shop.reader.interrupt = undefined;
    shop.reader.tell(true);
    return undefined;
  };
  await shop.insert(first);
  assert.is(shop.reader.connects, 2, 'read again from the beginning');
  assert.equal(kinds(shop), ['no card', 'reading', 'ready']);
  await shop.insert(second);
  assert.is(cardOf(shop).identity.jid, 'CARD0002');
});

test('asked again, a card tells what was counted since, and keeps its PIN', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  card.element.amounts = { sum: 9n, limit: 10n };
  card.element.pin.left = 3;
  await shop.card.refresh();
  assert.equal([cardOf(shop).amount?.sum, cardOf(shop).triesLeft], [9n, { element: 3, pki: 5 }]);
  assert.ok((await shop.card.sign(DIGEST_INFO)).ok);
});

test.run();
