import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok } from '../../../src/base/result.js';
import type { CardLoss, FoundReader, ReaderBackend } from '../../../src/processors/card/link.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import { Follower } from './follower.js';

type Way = FoundReader['way'];

/** A backend whose readers cannot be opened, each for its own reason; or which cannot be used itself. */
function refusing(way: Way, losses: readonly CardLoss[] | CardLoss): ReaderBackend {
  return {
    find: async () =>
      typeof losses === 'string' ? failed(losses) : ok(losses.map((loss, at) => ({ id: `${at}`, name: loss, way }))),
    open: async (id) => failed(typeof losses === 'string' ? losses : (losses[Number(id)] ?? 'no reader')),
  };
}

/** The loss that is reported when no reader can be opened. */
async function reported(
  usb: readonly CardLoss[] | CardLoss,
  pcsc: readonly CardLoss[] | CardLoss,
  ways: readonly Way[] = ['usb', 'pcsc'],
): Promise<string> {
  const follower = new Follower(undefined, { usb: refusing('usb', usb), pcsc: refusing('pcsc', pcsc) });
  follower.ways = ok(ways);
  await follower.within(follower.cards.settled());
  await follower.stop();
  return follower.shown;
}

test('of several losses the most informative is reported, and otherwise the first', async () => {
  const order = ['busy', 'denied', 'unsupported', 'driver', 'late'] as const;
  for (const [at, better] of order.entries())
    for (const worse of order.slice(at + 1))
      assert.is(await reported([worse, better], []), `no reader: ${better}`, `${better} after ${worse}`);
  assert.is(await reported(['late', 'protocol'], []), 'no reader: late');
  assert.is(await reported([], []), 'no reader: no reader');
});

test('a missing package for USB is reported, also when pcscd runs without readers', async () => {
  assert.is(await reported('driver', []), 'no reader: driver');
  assert.is(await reported([], 'driver'), 'no reader: no reader', 'a reader is missing, no program');
});

test('a missing permission for USB does not matter once pcscd has a reader, and other losses still do', async () => {
  assert.is(await reported(['denied'], ['protocol']), 'no reader: protocol');
  assert.is(await reported(['unsupported', 'denied'], ['protocol']), 'no reader: unsupported');
  assert.is(await reported(['denied'], []), 'no reader: denied', 'pcscd has no reader');
  assert.is(await reported(['late'], 'denied', ['pcsc', 'usb']), 'no reader: denied', 'pcscd refuses the box');
});

test('a lost reader is reported, also when another one is closed at the same time', async () => {
  const [usb, pcsc] = [new SlotWay('usb'), new SlotWay('pcsc')];
  const follower = new Follower(undefined, { usb, pcsc });
  follower.ways = ok(['usb', 'pcsc']);
  follower.cards.start();
  await follower.until('no card', 0);
  assert.equal([usb.opened, pcsc.opened], [1, 1]);
  follower.ways = ok(['pcsc']);
  pcsc.unplug();
  await follower.until('no reader: reader gone', 0);
  assert.is(usb.reader?.closes, 1);
  await follower.until('no reader: no reader', 3000);
  assert.equal([usb.opened, pcsc.opened], [1, 1]);
  await follower.stop();
});

test.run();
