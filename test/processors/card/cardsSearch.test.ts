import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok } from '../../../src/base/result.js';
import type { ReaderBackend } from '../../../src/processors/card/link.js';
import { newCard } from '../../kit/card/cards.js';
import type { ChipReader } from '../../kit/card/chipReader.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import { Follower } from './follower.js';

/** A backend whose reader opens after `before`, and is then changed by `prepare`. */
function prepared(way: SlotWay, prepare: (reader: ChipReader) => void, before?: Promise<void>): ReaderBackend {
  return {
    find: way.find,
    open: async (id) => {
      await before;
      const opened = await way.open(id);
      if (way.reader !== undefined) prepare(way.reader);
      return opened;
    },
  };
}

/** A promise that a test resolves. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

test('stop() waits until the reader is closed, no longer, and closes it once', async () => {
  const usb = new SlotWay('usb');
  const follower = new Follower(undefined, { usb });
  follower.cards.start();
  await follower.until('no card', 0);
  const { reader } = usb;
  assert.ok(reader);
  reader.closing = () => follower.clock.sleep(500);
  const asked = follower.clock.monotonic();
  await follower.within(follower.cards.stop());
  assert.equal([follower.clock.monotonic() - asked, reader.closes], [500, 1]);
  assert.equal(await reader.hasCard(), failed('closed'));
  await follower.pass(60_000);
  assert.equal([usb.looks, usb.opened, reader.closes], [1, 1, 1], 'nothing is searched any more');
});

test('a reader that is opened only after stop() is closed once, and its card is not used', async () => {
  const [way, late] = [new SlotWay('usb'), gate()];
  way.insert(await newCard());
  const usb = prepared(way, (reader) => (reader.closing = () => follower.clock.sleep(500)), late.passed);
  const follower: Follower = new Follower(undefined, { usb });
  follower.cards.start();
  await follower.pass(0);
  const stopping = follower.cards.stop();
  late.open();
  await follower.within(stopping);
  const { reader } = way;
  assert.ok(reader);
  assert.equal([follower.clock.monotonic(), reader.closes, reader.connects], [500, 1, 0]);
  assert.equal([follower.shown, follower.log], ['no reader: no reader', []]);
});

test('a card that hangs delays neither stop() nor a caller that waits for its state', async () => {
  const way = new SlotWay('usb');
  way.insert(await newCard());
  const usb = prepared(way, (reader) => {
    const hanging = gate();
    reader.connect = async () => {
      await hanging.passed;
      return failed('closed');
    };
    reader.closing = async () => hanging.open();
  });
  const follower = new Follower(undefined, { usb });
  follower.ways = ok(['usb', 'pcsc']);
  const waiting = follower.cards.settled();
  await follower.pass(100);
  assert.is(follower.shown, 'reading');
  await follower.within(Promise.all([waiting, follower.cards.stop()]));
  assert.is(follower.clock.monotonic(), 100);
  assert.equal([way.reader?.closes, follower.pcsc.looks], [1, 0]);
});

test('a change of backends ends the search in progress: no reader of the former ones is opened', async () => {
  const [way, late] = [new SlotWay('usb'), gate()];
  const find: ReaderBackend['find'] = async () => {
    await late.passed;
    return way.find();
  };
  const pcsc = new SlotWay('pcsc');
  const follower = new Follower(undefined, { usb: { find, open: way.open }, pcsc });
  follower.cards.start();
  await follower.pass(0);
  follower.ways = ok(['pcsc']);
  follower.cards.changeWays();
  late.open();
  await follower.until('no card', 0);
  assert.equal([way.looks, way.opened, pcsc.opened], [1, 0, 1]);
  assert.is(await follower.cards.backends(), follower.ways);
  await follower.stop();
});

test('an open reader is not opened again, however often readers are searched', async () => {
  const usb = new SlotWay('usb');
  const follower = new Follower(undefined, { usb });
  follower.cards.start();
  await follower.pass(29_000);
  assert.is(follower.shown, 'no card');
  assert.equal([usb.looks, usb.opened], [10, 1]);
  await follower.stop();
});

test('a card in use by another program is tried again after 3 seconds, and then every 30 seconds', async () => {
  const way = new SlotWay('usb');
  way.insert(await newCard());
  const times: number[] = [];
  let isTaken = true;
  const usb = prepared(way, (reader) => {
    const connect = reader.connect.bind(reader);
    reader.connect = async () => {
      times.push(follower.clock.monotonic());
      return isTaken ? failed('busy') : connect();
    };
  });
  const follower: Follower = new Follower(undefined, { usb });
  follower.cards.start();
  await follower.pass(65_000);
  assert.equal([...new Set(times)], [0, 3000, 33_000, 63_000]);
  isTaken = false;
  await follower.until('ready: needed', 28_000);
  assert.is(follower.clock.monotonic(), 93_000);
  assert.is(way.opened, 1);
  await follower.stop();
});

test('a reader is shown as used only in its own backend, also when both use the same id', async () => {
  const [usb, pcsc] = [new SlotWay('usb'), new SlotWay('pcsc')];
  pcsc.insert(await newCard());
  const follower = new Follower(undefined, { usb, pcsc });
  follower.ways = ok(['usb', 'pcsc']);
  follower.cards.start();
  await follower.until('ready: needed', 0);
  const { usb: onUsb, pcsc: onPcsc } = await follower.cards.readers();
  const used = [onUsb, onPcsc].map((found) => found.ok && found.value.map(({ id, isUsed }) => [id, isUsed]));
  assert.equal(used, [[['first', false]], [['first', true]]]);
  await follower.stop();
});

test('nothing is left of a caller that has waited for the state', async () => {
  const follower = new Follower();
  follower.insert(await newCard());
  await follower.within(follower.cards.settled());
  const waiting: unknown = Reflect.get(follower.cards, 'waiting');
  assert.ok(waiting instanceof Set);
  assert.is(waiting.size, 0);
  await follower.stop();
});

test.run();
