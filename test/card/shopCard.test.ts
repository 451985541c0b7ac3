import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHash, verify } from 'node:crypto';
import { CARD_LOSSES } from '../../src/card/link.js';
import { CARD_HOLDER, knownCard, newCard } from '../kit/card/cards.js';
import type { TaxCard } from '../kit/card/taxCard.js';
import { OWN, Shop } from './shop.js';

const OTHER = { uid: 'CARD0002', environment: 'sandbox', tin: '100000049' } as const;
const DIGEST_INFO = Buffer.concat([
  Buffer.from('3031300d060960864801650304020105000420', 'hex'),
  createHash('sha256').update('text').digest(),
]);

const kinds = (shop: Shop): string[] => shop.states.map(({ kind }) => kind);
const pins = (card: TaxCard): number => card.pki.pin.given.length + card.element.pin.given.length;

/** Of a card of the tax authority how it stands with it, else the state. */
function shown({ state }: Shop): string {
  if (state.kind === 'ready') return state.pin;
  return state.kind === 'stranger' ? state.standing : state.kind;
}

async function ready(card: TaxCard): Promise<Shop> {
  const shop = new Shop();
  await shop.insert(card);
  assert.is(shop.state.kind, 'ready');
  return shop;
}

function cardOf(shop: Shop) {
  if (shop.state.kind !== 'ready' && shop.state.kind !== 'stranger') throw new Error(shop.state.kind);
  return shop.state.card;
}

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

test('a card that is slow without end is let go after half a minute, and the next one works', async () => {
  const [slow, card] = [await newCard(), await newCard()];
  const shop = new Shop();
  let asked = 0;
  // Each command brings one more piece, and takes a second.
  slow.spoil = () => ({ data: Buffer.from('A'), word: 0x6100 });
  shop.reader.interrupt = () => {
    asked += 1;
    shop.clock.pass(1000);
    return undefined;
  };
  await shop.insert(slow);
  assert.equal(shop.state, { kind: 'mute', loss: 'late' });
  assert.ok(asked < 70, `${asked} commands`);
  shop.reader.interrupt = undefined;
  await shop.insert(card);
  assert.is(shown(shop), 'needed');
});

test('a signature that does not come ends the link, and the PIN is forgotten', async () => {
  const card = await newCard();
  const shop = await ready(card);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  card.spoil = (answer, { ins }) => {
    if (ins === 0x2a) shop.clock.pass(21_000);
    return answer;
  };
  const signed = await shop.card.sign(DIGEST_INFO);
  await shop.settled();
  assert.is(shown(shop), 'needed');
  assert.is(pins(card), 2);
  assert.ok(signed.ok, 'what the card has said in the end counts');
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

test('a mute card is powered up twice, then let be until somebody does something', async () => {
  const shop = new Shop();
  shop.reader.isMute = true;
  await shop.insert(await newCard());
  assert.equal(shop.state, { kind: 'mute', loss: 'mute' });
  await shop.settled();
  assert.is(shop.reader.connects, 2);
  shop.reader.isMute = false;
  await shop.card.refresh();
  assert.is(shop.state.kind, 'ready');
});

test('a card whose link ends by itself is read again without its PIN, but not for ever', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  const breakOnce = async () => {
    shop.reader.interrupt = () => ((shop.reader.interrupt = undefined), { loss: 'protocol', seen: false });
    await shop.card.refresh();
  };
  const lose = async () => {
    shop.reader.lose('protocol');
    await shop.settled();
  };
  await breakOnce();
  await shop.settled();
  assert.is(shown(shop), 'needed');
  await lose();
  await lose();
  assert.is(shown(shop), 'needed');
  await lose();
  assert.equal(shop.state, { kind: 'mute', loss: 'protocol' });
  await shop.card.refresh();
  assert.is(shown(shop), 'needed');
  assert.is(pins(card), 1);
});

test('pulled at any command, of reading, of a PIN or of a signature, the state is right and the next card works', async () => {
  for (const seen of [true, false]) {
    for (const loss of ['removed', 'reader gone', 'protocol'] as const) {
      let isOver = false;
      for (let at = 1; !isOver; at += 1) {
        const card = await newCard({ version: '3.2.8' });
        card.pki.sign = () => Buffer.alloc(256, 1);
        const shop = new Shop();
        let commands = 0;
        shop.reader.interrupt = () => {
          commands += 1;
          return commands === at ? { loss, seen } : undefined;
        };
        await shop.insert(card);
        const entered = await shop.card.enterPin({ pin: '1234' });
        const signed = await shop.card.sign(DIGEST_INFO);
        await shop.settled();
        isOver = commands < at;
        const kind = isOver || loss === 'protocol' ? 'ready' : loss === 'removed' ? 'no card' : 'no reader';
        assert.is(shop.state.kind, kind, `${loss} at ${at}`);
        assert.ok(pins(card) <= 1 + Number(entered.kind === 'accepted'), `${loss} at ${at}`);
        if (signed.ok) assert.is(shown(shop), 'accepted');
        if (loss === 'reader gone') continue;
        shop.reader.interrupt = undefined;
        const next = await newCard();
        await shop.insert(next);
        assert.is(shown(shop), 'needed', `${loss} at ${at}`);
        assert.is(pins(next), 0);
      }
    }
  }
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

test('a reader that goes at the last attempt is gone, not its card', async () => {
  const shop = new Shop();
  const losses = ['protocol', 'reader gone'] as const;
  let at = 0;
  shop.reader.interrupt = () => ({ loss: losses[at++] ?? 'removed', seen: false });
  await shop.insert(await newCard());
  assert.equal(shop.state, { kind: 'no reader', loss: 'reader gone' });
});

test('a reader that is unplugged is told with its loss, and stays so', async () => {
  for (const loss of CARD_LOSSES) {
    const shop = await ready(await newCard());
    shop.reader.unplug(loss);
    await shop.settled();
    assert.equal(shop.state, { kind: 'no reader', loss });
    await shop.card.refresh();
    assert.equal(shop.state, { kind: 'no reader', loss });
    assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'not ready' });
  }
  const shop = await ready(await newCard());
  await shop.card.close();
  assert.equal(shop.state, { kind: 'no reader', loss: 'closed' });
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

test('of two PINs at the same time one is tried', async () => {
  const card = await newCard();
  const shop = await ready(card);
  const outcomes = await Promise.all([shop.card.enterPin({ pin: '9999' }), shop.card.enterPin({ pin: '1234' })]);
  assert.equal(outcomes, [{ kind: 'wrong', triesLeft: 4 }, { kind: 'busy' }]);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  assert.is(card.pki.pin.given.length, 2);
});

test('a card that another program uses is looked at again, and the reader is kept', async () => {
  const shop = new Shop();
  const connect = shop.reader.connect.bind(shop.reader);
  shop.reader.connect = async () => ({ ok: false, error: 'busy' });
  await shop.insert(await newCard());
  assert.equal(shop.state, { kind: 'mute', loss: 'busy' });
  for (let turn = 0; turn < 3; turn += 1) {
    shop.card.tryAgain();
    await shop.settled();
  }
  assert.is(
    kinds(shop)
      .filter((kind) => kind !== 'mute')
      .join(),
    'no card,reading',
    'nobody is told the same again and again',
  );
  shop.reader.connect = connect;
  shop.card.tryAgain();
  await shop.settled();
  assert.is(shop.state.kind, 'ready');
});

test('a command that was given up and holds the card still is no other program', async () => {
  const card = await newCard();
  const shop = await ready(card);
  const connect = shop.reader.connect.bind(shop.reader);
  shop.reader.connect = async () => ({ ok: false, error: 'busy' });
  shop.reader.lose('late');
  await shop.settled();
  assert.equal(shop.state, { kind: 'mute', loss: 'late' });
  shop.card.tryAgain();
  await shop.settled();
  assert.equal(shop.state, { kind: 'mute', loss: 'late' }, 'also when it is looked at again');
  shop.reader.connect = connect;
  shop.card.tryAgain();
  await shop.settled();
  assert.is(shop.state.kind, 'ready', 'and it is looked at again by itself');
  shop.reader.connect = async () => ({ ok: false, error: 'busy' });
  shop.reader.lose('busy');
  await shop.settled();
  assert.equal(shop.state, { kind: 'mute', loss: 'busy' }, 'later, another program is named again');
});

test('a card that is given up while it is read, and then is busy, is late', async () => {
  const shop = new Shop();
  const connect = shop.reader.connect.bind(shop.reader);
  let isFirst = true;
  shop.reader.connect = async () => {
    const found = isFirst ? await connect() : ({ ok: false, error: 'busy' } as const);
    isFirst = false;
    return found;
  };
  shop.reader.interrupt = () => ({ loss: 'late', seen: true });
  await shop.insert(await newCard());
  assert.equal(shop.state, { kind: 'mute', loss: 'late' });
  shop.reader.remove();
  await shop.insert(await newCard());
  assert.equal(shop.state, { kind: 'mute', loss: 'busy' }, 'of another card nothing was given up');
});

test('what nobody waits for any more is not signed, and costs no PIN', async () => {
  const card = await newCard();
  const shop = await ready(card);
  await shop.card.enterPin({ pin: '1234' });
  assert.equal(await shop.card.sign(DIGEST_INFO, AbortSignal.abort()), { ok: false, error: { kind: 'not ready' } });
  assert.is(card.pki.pin.given.length, 1);
});

test('a card that hangs does not hold up the end', async () => {
  const shop = new Shop();
  const { reader } = shop;
  const close = reader.close.bind(reader);
  let giveUp: (() => void) | undefined;
  reader.connect = () => new Promise((resolve) => (giveUp = () => resolve({ ok: false, error: 'closed' })));
  reader.close = async () => {
    giveUp?.();
    await close();
  };
  await shop.insert(await newCard());
  assert.is(shop.state.kind, 'reading');
  await shop.card.close();
  assert.equal(shop.state, { kind: 'no reader', loss: 'closed' });
});

test.run();
