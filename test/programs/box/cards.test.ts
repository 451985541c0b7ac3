import { english } from '../../../src/base/index.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { TestBox } from '../../kit/box.js';
import { newCard } from '../../kit/card/cards.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import { Machine } from '../../kit/machine.js';
import { serveWithoutSocket } from '../../kit/serve.js';

const USED = { mode: 'vpfr', key: 'card' } as const;

interface Board {
  readonly box: TestBox;
  readonly usb: SlotWay;
  readonly pcsc: SlotWay;
  /** The state in a few words. */
  readonly shown: () => Promise<string>;
}

/** Where pcscd listens on this board. */
function socketOf({ root }: Machine): string {
  const path = join(root, 'run/pcscd/pcscd.comm');
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

async function listening(path: string): Promise<Server> {
  const server = createServer(() => assert.unreachable('pcscd is not to be started'));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

/** By default a box with a reader on USB, a card that was not accepted, and pcscd's socket. */
async function onBoard(
  work: (board: Board) => Promise<void>,
  socket: 'socket' | 'file' | 'none' = 'socket',
): Promise<void> {
  const machine = new Machine().synchronize();
  const path = socketOf(machine);
  if (socket === 'file') writeFileSync(path, '');
  const server = socket === 'socket' ? await listening(path) : undefined;
  const [usb, pcsc] = [new SlotWay('usb'), new SlotWay('pcsc')];
  for (const way of [usb, pcsc]) way.insert(await newCard());
  await TestBox.during(
    async (box) => {
      const shown = async (): Promise<string> => {
        await box.parts.clock.sleep(0);
        const state = await box.parts.cards.settled();
        return 'loss' in state ? `${state.kind}: ${state.loss}` : state.kind;
      };
      box.parts.cards.start();
      await work({ box, usb, pcsc, shown });
    },
    { serve: serveWithoutSocket, readers: { usb, pcsc }, machine: { root: machine.root, buildTime: 0 } },
  );
  server?.close();
}

async function faultsOf({ box }: Board): Promise<string[]> {
  const look = await perform(adminDepsOf(box.parts), ALL_PERMISSIONS, 'card.readers', {});
  if (!look.ok) throw new Error(english(look.error));
  return look.value.faults.map(({ found }) => found.en);
}

test('as long as no processor uses the card, readers are left to pcscd, which is not even asked', () =>
  onBoard(async ({ box, usb, pcsc, shown }) => {
    assert.is(await shown(), 'no reader: left to pcscd');
    assert.equal([usb.looks, usb.opened, pcsc.looks, pcsc.opened], [0, 0, 0, 0]);
    const info = await perform(adminDepsOf(box.parts), ALL_PERMISSIONS, 'card.info', {});
    assert.ok(info.ok);
    const [{ found, action } = { found: { en: '' }, action: { en: '' } }] = info.value.findings;
    assert.match(found.en, /used by pcscd only, while no processor uses the card/);
    assert.match(action.en, /the card's key for the V-PFR.*cardReader/);
    const look = await perform(adminDepsOf(box.parts), ALL_PERMISSIONS, 'card.readers', {});
    assert.ok(look.ok);
    assert.equal([look.value.readers.length, look.value.faults.length], [2, 0]);
    assert.match(look.value.leftAlone?.found.en ?? '', /used by pcscd only/);
    pcsc.loss = 'denied';
    assert.equal(await faultsOf({ box, usb, pcsc, shown }), [], 'there is one on USB');
    usb.isPlugged = false;
    assert.equal(await faultsOf({ box, usb, pcsc, shown }), ['The box has no permission to use the card reader.']);
    pcsc.loss = undefined;
    usb.isPlugged = true;

    await box.set('pfr.sandbox', USED);
    assert.is(await shown(), 'stranger');
    assert.equal([usb.opened, pcsc.opened], [1, 1], 'neither card is accepted yet');
    await box.set('pfr.sandbox', { mode: 'demo' });
    assert.is(await shown(), 'no reader: left to pcscd', 'given back');
    await box.set('pfr.production', USED);
    assert.is(await shown(), 'stranger', 'whichever processor it is');
  }));

test('what somebody has set holds, pcscd or not', () =>
  onBoard(async ({ box, usb, pcsc, shown }) => {
    assert.is(await shown(), 'no reader: left to pcscd');
    await box.set('cardReader', 'usb');
    assert.is(await shown(), 'stranger');
    assert.equal([usb.opened, pcsc.opened], [1, 0]);
    await box.set('cardReader', 'pcsc');
    assert.is(await shown(), 'stranger');
    assert.equal([usb.opened, pcsc.opened], [1, 1]);
    await box.set('cardReader', 'off');
    assert.is(await shown(), 'no reader: off');
    await box.set('cardReader', 'auto');
    assert.is(await shown(), 'no reader: left to pcscd');
  }));

test('without pcscd the reader on USB is taken, also where its socket was left behind as a plain file', async () => {
  for (const socket of ['none', 'file'] as const) {
    await onBoard(async ({ usb, pcsc, shown }) => {
      assert.is(await shown(), 'stranger');
      assert.equal([usb.opened, pcsc.looks], [1, 0]);
    }, socket);
  }
});

test('that USB is denied is no finding where pcscd has the reader', () =>
  onBoard(async (board) => {
    const { box, usb, pcsc, shown } = board;
    usb.refused = 'denied';
    await box.set('pfr.sandbox', USED);
    assert.is(await shown(), 'stranger');
    usb.loss = 'denied';
    assert.equal(await faultsOf(board), []);
    pcsc.refused = 'busy';
    await box.set('cardReader', 'off');
    await box.set('cardReader', 'auto');
    assert.is(await shown(), 'no reader: busy', 'what can be mended');
    pcsc.isPlugged = false;
    await box.set('cardReader', 'off');
    await box.set('cardReader', 'auto');
    assert.is(await shown(), 'no reader: denied', 'pcscd has none');
    assert.equal(await faultsOf(board), ['The box has no permission to use the card reader.']);
  }));

test.run();
