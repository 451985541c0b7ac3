import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardLink, CardLoss } from '../../../src/processors/card/link.js';
import { CARD_LOSSES } from './losses.js';
import { newCard } from '../../kit/card/cards.js';
import { Shop } from './shop.js';
import { DIGEST_INFO, kinds, pins, ready, shown } from './shopCards.js';

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

test('a PIN that is accepted makes good the losses before it', async () => {
  const shop = await ready(await newCard());
  const lose = async (): Promise<void> => {
    shop.reader.lose('protocol');
    await shop.settled();
  };
  for (let round = 1; round <= 3; round += 1) {
    await lose();
    await lose();
    assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' }, `round ${round}`);
  }
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

test('a link of an earlier card that ends late takes nothing from the card that is in now', async () => {
  const shop = new Shop();
  const connect = shop.reader.connect.bind(shop.reader);
  const ends: ((loss: CardLoss) => void)[] = [];
  shop.reader.connect = async () => {
    const found = await connect();
    if (!found.ok) return found;
    const ended = new Promise<CardLoss>((resolve) => ends.push(resolve));
    return { ok: true, value: Object.create(found.value, { ended: { value: ended } }) as CardLink };
  };
  await shop.insert(await newCard());
  const card = await newCard();
  await shop.insert(card);
  assert.equal(await shop.card.enterPin({ pin: '1234' }), { kind: 'accepted' });
  const { connects } = shop.reader;
  const told = shop.states.length;
  ends[0]?.('late');
  await shop.settled();
  assert.is(shown(shop), 'accepted');
  assert.equal([shop.reader.connects, shop.states.length, pins(card)], [connects, told, 1]);
  // What the earlier link has lost is not said of this card, either.
  shop.reader.connect = async () => ({ ok: false, error: 'busy' });
  ends[1]?.('busy');
  await shop.settled();
  assert.equal(shop.state, { kind: 'mute', loss: 'busy' });
});

test.run();
