import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StoredPin, readStoredPin } from '../../../../src/processors/card/pin/storedPin.js';
import { newCard } from '../../../kit/card/cards.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { OWN, Shop } from '../shop.js';

const FOLDER = '/data';
const FILE = `${FOLDER}/card.pin`;

/** A shop that keeps its PIN on this disk, as it is after a start. */
async function shopOn(disk: MemoryDisk, card?: TaxCard, rules = OWN): Promise<Shop> {
  const found = await readStoredPin(disk, FOLDER);
  const box = { key: Buffer.alloc(32, 1), boxId: Buffer.alloc(16, 2), board: '' };
  const kept = new StoredPin({ ...box, disk, folder: FOLDER, found, isWanted: () => true, log: () => undefined });
  kept.begin();
  const shop = new Shop(card, kept);
  shop.rules = rules;
  await shop.settled();
  return shop;
}

/** The card is in the reader; its PIN was entered, and then the box was restarted. */
async function afterRestart(between: (card: TaxCard) => void = () => undefined, rules = OWN) {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const card = await newCard();
  card.pki.sign = () => Buffer.alloc(256, 1);
  const before = await shopOn(disk, card);
  assert.equal(await before.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  assert.is(shown(before), 'accepted, kept');
  await before.card.close();
  between(card);
  card.pki.pin.given.length = 0;
  const shop = await shopOn(disk, card, rules);
  return { shop, card, disk, tried: card.pki.pin.given };
}

function shown({ state }: Shop): string {
  if (state.kind !== 'ready') return state.kind === 'stranger' ? state.standing : state.kind;
  return `${state.pin}${state.isKept ? ', kept' : ''}`;
}

test('after a restart the card has its PIN before anybody is asked for one', async () => {
  const { shop, tried } = await afterRestart();
  assert.is(shown(shop), 'accepted, kept');
  assert.equal(
    shop.states.map((state) => (state.kind === 'ready' ? state.pin : state.kind)).filter((one) => one === 'needed'),
    [],
  );
  assert.is(tried.length, 1);
  assert.ok((await shop.card.sign(Buffer.alloc(51))).ok);
});

test('a card that was pulled out while the box runs waits for a person, until the next start', async () => {
  const { shop, card, disk, tried } = await afterRestart();
  await shop.insert(card);
  assert.is(shown(shop), 'needed, kept');
  await shop.card.refresh();
  shop.card.judgeAgain();
  await shop.settled();
  assert.is(tried.length, 1);
  await shop.card.close();
  assert.is(shown(await shopOn(disk, card)), 'accepted, kept');
  assert.is(tried.length, 2);
});

test('with a try less, of whomever, a person is asked, and nothing is lost', async () => {
  const { shop, disk, tried } = await afterRestart((card) => (card.pki.pin.left = 4));
  assert.is(shown(shop), 'needed, kept');
  assert.equal([tried.length, disk.names.has(FILE)], [0, true]);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
});

test('a card that does not tell its tries is given none', async () => {
  const { shop, tried } = await afterRestart((card) => {
    card.spoil = (answer, { data }) => (data.toString('hex') === '5c027f71' ? { ...answer, word: 0x6a88 } : answer);
  });
  assert.equal([shown(shop), tried.length], ['needed, kept', 0]);
});

test('a PIN that was changed elsewhere costs one try, once', async () => {
  const { shop, card, disk, tried } = await afterRestart((one) => one.pki.pin.change(Buffer.from('5678')));
  assert.equal([shown(shop), card.pki.pin.left, disk.names.has(FILE)], ['needed', 4, false]);
  await shop.card.close();
  const next = await shopOn(disk, card);
  assert.equal([shown(next), tried.length], ['needed', 1]);
});

test('any odd answer to it, and a lost one, ends the keeping', async () => {
  for (const word of [0x6302, 0x6700, 0x6f00, 0x9001]) {
    const { shop, disk } = await afterRestart((card) => {
      card.spoil = (answer, { ins }) => (ins === 0x20 ? { ...answer, word } : answer);
    });
    assert.equal([shown(shop), disk.names.has(FILE)], ['needed', false], word.toString(16));
  }
  for (const seen of [true, false]) {
    const { shop, disk, tried } = await afterRestart(undefined, { ...OWN, knownCards: [] });
    shop.reader.interrupt = (command) => (command[1] === 0x20 ? { loss: 'protocol', seen } : undefined);
    shop.rules = OWN;
    shop.card.judgeAgain();
    await shop.settled();
    assert.equal([shown(shop), tried.length, disk.names.has(FILE)], ['needed', Number(seen), false]);
  }
});

test('a kept PIN that the card takes and does not sign after is kept no longer', async () => {
  const { shop, card, disk, tried } = await afterRestart();
  card.spoil = (answer, { ins }) => (ins === 0x2a ? { data: Buffer.alloc(0), word: 0x6982 } : answer);
  assert.not((await shop.card.sign(Buffer.alloc(51))).ok);
  assert.equal([shown(shop), tried.length, disk.names.has(FILE)], ['needed', 2, false]);
  await shop.card.close();
  assert.is(shown(await shopOn(disk, card)), 'needed');
});

test('a card that is pulled while it is given its PIN again takes the kept one along', async () => {
  const { shop, card, disk, tried } = await afterRestart();
  shop.reader.interrupt = (command) => (command[1] === 0x20 ? { loss: 'removed', seen: true } : undefined);
  assert.not((await shop.card.sign(Buffer.alloc(51))).ok);
  await shop.settled();
  assert.equal([shown(shop), tried.length, disk.names.has(FILE)], ['no card', 2, false]);
  await shop.card.close();
  const next = await shopOn(disk, card);
  assert.equal([shown(next), tried.length], ['needed', 2]);
});

test('a card that goes before it was given the PIN has it at the next start', async () => {
  const { shop, card, disk, tried } = await afterRestart(undefined, { ...OWN, knownCards: [] });
  assert.is(shown(shop), 'needs confirmation');
  assert.is(tried.length, 0, 'a stranger is given none');
  disk.before = (operation) => {
    if (operation === 'remove') shop.reader.remove();
  };
  shop.rules = OWN;
  shop.card.judgeAgain();
  await shop.settled();
  assert.equal([shown(shop), tried.length, disk.names.has(FILE)], ['no card', 0, true]);
  disk.before = () => undefined;
  await shop.card.close();
  assert.is(shown(await shopOn(disk, card)), 'accepted, kept');
});

test('a PIN whose person has gone before its turn is not tried', async () => {
  const card = await newCard();
  const shop = new Shop(card);
  await shop.settled();
  assert.equal(await shop.card.enterPin({ pin: '1234', signal: AbortSignal.abort() }), { kind: 'gone' });
  const leaving = new AbortController();
  shop.reader.interrupt = (command) => {
    if (command.toString('hex').startsWith('00cb3fff')) leaving.abort();
    return undefined;
  };
  assert.equal(
    await shop.card.enterPin({ pin: '1234', signal: leaving.signal }),
    { kind: 'gone' },
    'while the tries are asked',
  );
  assert.is(card.pki.pin.given.length, 0);
  assert.equal(await shop.card.enterPin({ pin: '1234', signal: new AbortController().signal }), { kind: 'accepted' });
});

test.run();
