import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Log } from '../../../../src/base/log.js';
import { readStoredPin, StoredPin } from '../../../../src/processors/card/pin/storedPin.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';

type StoredPinDeps = ConstructorParameters<typeof StoredPin>[0];

const FOLDER = '/data';
const FILE = `${FOLDER}/card.pin`;
const CARD = 'CARD0001 AB:CD';

const newDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));
const PARTS = {
  ...{ folder: FOLDER, key: Buffer.alloc(32, 1), boxId: Buffer.alloc(16, 2), board: '10000000a1b2c3d4' },
  isWanted: () => true,
};

/** A start on what the disk holds. */
async function start(disk: MemoryDisk, change: Partial<StoredPinDeps> = {}): Promise<StoredPin> {
  const log: Log = () => undefined;
  const kept = new StoredPin({ ...PARTS, disk, log, found: await readStoredPin(disk, FOLDER), ...change });
  kept.begin();
  await kept.settled();
  return kept;
}

async function diskWith(pin: string): Promise<MemoryDisk> {
  const disk = newDisk();
  assert.is(await (await start(disk)).store(CARD, pin), true);
  return disk;
}

test('what is kept is taken once, by the next start', async () => {
  const disk = await diskWith('1234');
  const kept = await start(disk);
  assert.equal([kept.holds(CARD), kept.awaits(CARD)], [true, true]);
  assert.is(await kept.take(CARD), '1234');
  assert.equal([disk.names.has(FILE), kept.holds(CARD)], [false, false]);
  assert.is(await kept.take(CARD), undefined);
  assert.is(await kept.store(CARD, '1234'), true);
  assert.equal([kept.holds(CARD), kept.awaits(CARD)], [true, false], 'for the next start');
  assert.is(await kept.take(CARD), undefined);
  assert.is(await (await start(promisedOnly(disk))).take(CARD), '1234');
});

test('it opens for the same card, box, board and key alone, and a changed byte opens nothing', async () => {
  const disk = await diskWith('1234');
  const others: readonly Partial<StoredPinDeps>[] = [
    { key: Buffer.alloc(32, 9) },
    { key: undefined },
    { boxId: Buffer.alloc(16, 9) },
    { board: '10000000ffffffff' },
    { board: '' },
    { isWanted: () => false },
  ];
  for (const change of others) {
    const kept = await start(disk.copy(), change);
    assert.not.ok(kept.awaits(CARD));
    assert.is(await kept.take(CARD), undefined);
  }
  const kept = await start(disk);
  for (const card of ['CARD0001 AB:CE', 'CARD0002 AB:CD', '', `${CARD}\n`]) {
    assert.is(await kept.take(card), undefined, card);
  }
  assert.ok(disk.names.has(FILE), 'another card leaves it where it is');
  const { length } = disk.contents().get(FILE) ?? '';
  for (let at = 0; at < length; at += 1) {
    const damaged = disk.copy();
    damaged.damage(FILE, (bytes) => (bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at), bytes));
    assert.is(await (await start(damaged)).take(CARD), undefined, String(at));
    damaged.damage(FILE, (bytes) => bytes.subarray(0, at));
    assert.is(await (await start(damaged)).take(CARD), undefined, String(at));
  }
});

test('the file tells nobody the PIN, and is another each time', async () => {
  const files = await Promise.all(
    ['1234', '1234', '0000'].map(async (pin) => (await diskWith(pin)).contents().get(FILE)),
  );
  const texts = files.map((file) => (file instanceof Buffer ? file.toString('latin1') : ''));
  assert.is(new Set(texts).size, 3);
  for (const text of texts) assert.not.match(text, /1234|0000|CARD|\x01\x02\x03\x04/);
});

test('where it cannot be durably removed it is not given out', async () => {
  for (const fails of ['list', 'remove', 'syncDir'] as const) {
    const disk = await diskWith('1234');
    const kept = await start(disk);
    disk.fault = (operation) => (operation === fails ? 'EIO' : undefined);
    assert.is(await kept.take(CARD), undefined, fails);
  }
});

test('what somebody has taken away since the start is not tried', async () => {
  const disk = await diskWith('1234');
  const kept = await start(disk);
  await disk.remove(FILE);
  assert.is(await kept.take(CARD), undefined);
  assert.not.ok(kept.holds(CARD));
});

test('where it cannot be written it is not kept, nor is the one before', async () => {
  for (const fails of ['create', 'write', 'datasync', 'rename', 'syncDir'] as const) {
    const disk = await diskWith('1234');
    const kept = await start(disk);
    let times = 0;
    disk.fault = (operation) => (operation === fails && times++ === 0 ? 'ENOSPC' : undefined);
    assert.is(await kept.store(CARD, '5678'), false, fails);
    assert.equal([kept.holds(CARD), [...disk.names.keys()]], [false, [FOLDER]], fails);
  }
});

test('what is not wanted any more is gone at once, and after a power cut at the next start', async () => {
  const disk = await diskWith('1234');
  const kept = await start(disk);
  await kept.forgetAll();
  assert.ok(disk.names.has(FILE), 'it is wanted');
  let isWanted = true;
  const changing = await start(disk, { isWanted: () => isWanted });
  isWanted = false;
  const before = promisedOnly(disk);
  await changing.forgetAll();
  assert.equal([...promisedOnly(disk).names.keys()], [FOLDER]);
  const temporary = `${FILE}.tmp`;
  await (await before.create(temporary)).close();
  await start(before, { isWanted: () => false });
  assert.equal([...promisedOnly(before).names.keys()], [FOLDER]);
});

test('a card that has refused it loses it, and another one does not', async () => {
  const disk = await diskWith('1234');
  const kept = await start(disk);
  await kept.forget('CARD0002 FF');
  assert.ok(kept.holds(CARD));
  await kept.forget(CARD);
  assert.equal([kept.holds(CARD), disk.names.has(FILE)], [false, false]);
});

test('each change of the store is logged once, and what failed, and nothing where nothing changed', async () => {
  const steps: string[] = [];
  const log: Log = (event, fields) => void steps.push([event, fields?.['step']].join(' '));
  const logged = (): string[] => steps.splice(0);
  const disk = newDisk();
  let isWanted = false;
  const kept = await start(disk, { log, isWanted: () => isWanted });
  await kept.forgetAll();
  assert.equal(logged(), [], 'nothing was stored');
  isWanted = true;
  await kept.store(CARD, '1234');
  await kept.store(CARD, '1234');
  assert.equal(logged(), ['card.kept_pin kept']);
  await kept.forget(CARD);
  await kept.forget(CARD);
  assert.equal(logged(), ['card.kept_pin forgotten']);
  await kept.store(CARD, '1234');
  const next = await start(disk, { log });
  await next.take(CARD);
  await next.take(CARD);
  assert.equal(logged(), ['card.kept_pin kept', 'card.kept_pin taken']);
  disk.fault = (operation) => (operation === 'create' ? 'ENOSPC' : undefined);
  await next.store(CARD, '1234');
  assert.equal(logged(), ['card.keep_failed kept']);
});

test('before a service runs nothing is used, kept or removed', async () => {
  const disk = await diskWith('1234');
  const { length } = disk.pendingNames;
  const found = await readStoredPin(disk, FOLDER);
  const kept = new StoredPin({ ...PARTS, disk, found, log: () => undefined, isWanted: () => true });
  assert.equal([kept.holds(CARD), kept.awaits(CARD)], [true, false]);
  assert.is(await kept.take(CARD), undefined);
  assert.is(await kept.store(CARD, '5678'), false);
  assert.equal([disk.names.has(FILE), disk.pendingNames.length], [true, length]);
});

test('the flash is written once for a PIN that is entered, and once for a start', async () => {
  const disk = await diskWith('1234');
  assert.is(disk.flushes, 1);
  const kept = await start(disk);
  const pin = (await kept.take(CARD)) ?? '';
  await kept.store(CARD, pin);
  assert.is(disk.flushes, 2);
  for (let count = 0; count < 5; count += 1) await kept.store(CARD, pin);
  assert.is(disk.flushes, 2);
});

test('what a person has entered is for the next start alone, and lies there until then', async () => {
  const disk = newDisk();
  const kept = await start(disk);
  assert.is(await kept.store(CARD, '1234'), true);
  assert.equal([kept.holds(CARD), kept.awaits(CARD)], [true, false]);
  assert.is(await kept.take(CARD), undefined);
  assert.ok(disk.names.has(FILE), 'it was not used up');
  assert.is(await (await start(promisedOnly(disk))).take(CARD), '1234');
});

test.run();
