import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32 } from 'node:zlib';
import { DiskError } from '../../../src/base/disk.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { recordLength } from '../../../src/platform/ledger/record.js';
import { type Damage, clearTorn, unacceptedDamage } from '../../../src/platform/ledger/recovery.js';
import { DATA_START, openSegment } from '../../../src/platform/ledger/segment.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { settled } from '../../kit/handClock.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, NOON, openLedger, ReceiptMaker, viewsOf } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const maker = new ReceiptMaker(random);
const emptyDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));
const segment = (number: number): string => `${FOLDER}/log/00000${number}.seg`;

async function issue(ledger: Ledger, count: number): Promise<IssuedInvoice[]> {
  const receipts: IssuedInvoice[] = [];
  for (let i = 0; i < count; i += 1) {
    const receipt = maker.next(ledger);
    assert.ok((await ledger.issue(receipt)).ok);
    receipts.push(receipt);
  }
  return receipts;
}

/** Where the records of a segment begin. */
function offsets(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = DATA_START; recordLength(bytes, at) > 0; at += recordLength(bytes, at)) found.push(at);
  return found;
}

/** Changes the last byte of a record and makes its checksum right again, as a forger would. */
function forge(disk: MemoryDisk, number: number, index: number): void {
  disk.damage(segment(number), (bytes) => {
    const at = offsets(bytes)[index]!;
    const end = at + recordLength(bytes, at);
    bytes[end - 12] = (bytes[end - 12] ?? 0) ^ 1;
    bytes.writeUInt32LE(crc32(bytes.subarray(at + 12, end), number), at + 8);
    return bytes;
  });
}

for (const [name, index] of Object.entries({ first: 0, middle: 3, 'last but the seal': 5 })) {
  test(`a forged record with a right checksum breaks the chain: the ${name} one`, async () => {
    const disk = emptyDisk();
    const ledger = await openLedger(disk);
    await issue(ledger, 5);
    await ledger.close();
    forge(disk, 1, index);
    const opened = await openLedger(disk);
    assert.equal(
      opened.damage.map(({ firstMissing, lastMissing }) => [firstMissing, lastMissing]),
      [[index + 1, index + 1]],
    );
    await opened.close();
  });
}

test('a forged record at the end of a full segment breaks the chain too', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  while (ledger.end.segment === 1) await issue(ledger, 1);
  await ledger.close();
  disk.forget(`${FOLDER}/views`);
  const count = offsets(disk.contents().get(segment(1)) as Buffer).length;
  forge(disk, 1, count - 1);
  const opened = await openLedger(disk);
  assert.equal(
    opened.damage.map(({ firstMissing }) => firstMissing),
    [count],
  );
  await opened.close();
});

/** A ledger whose first segment failed in a flush; its data reached the disk nevertheless, and is there twice. */
async function moved(): Promise<{ disk: MemoryDisk; ledger: Ledger; receipts: IssuedInvoice[] }> {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  const receipts = await issue(ledger, 3);
  let left = 1;
  disk.keepOnFailure = true;
  disk.fault = (operation) => (operation === 'datasync' && (left -= 1) === 0 ? 'EIO' : undefined);
  receipts.push(...(await issue(ledger, 4)));
  assert.is(ledger.end.segment, 2);
  return { disk, ledger, receipts };
}

test('a record that was moved after a failed flush is listed once, also by an index made anew', async () => {
  const { disk, ledger, receipts } = await moved();
  receipts.push(...(await issue(ledger, 8)));
  await ledger.runIdleWork();
  const views = await viewsOf(ledger);
  assert.is(views.pages[0]?.invoices.length, receipts.length);
  await ledger.close();
  const held = offsets(disk.contents().get(segment(1)) as Buffer).length;
  assert.is(held, 5, 'the failed file holds the moved record as well');
  for (const lost of ['000001.idx', '000000000016.snap']) {
    const copy = new MemoryDisk(disk.contents());
    assert.ok(copy.contents().has(`${FOLDER}/views/${lost}`), lost);
    copy.forget(`${FOLDER}/views/${lost}`);
    const reopened = await openLedger(copy);
    assert.equal(await viewsOf(reopened), views, lost);
    await reopened.close();
  }
});

for (const behind of [1, 2, 3]) {
  test(`damage to the moved record is not hidden by its stale double, with ${behind} records behind it`, async () => {
    const { disk, ledger } = await moved();
    await ledger.close();
    const bytes = disk.contents().get(segment(2)) as Buffer;
    const [first = 0, ...rest] = offsets(bytes);
    disk.damage(segment(2), (copy) => {
      copy[first + 100] = (copy[first + 100] ?? 0) ^ 1;
      return copy.fill(0, rest[behind] ?? copy.length);
    });
    const opened = await openLedger(disk);
    assert.is(opened.failure, 'damaged');
    assert.ok(opened.damage.some(({ firstMissing }) => firstMissing === 5));
    await opened.close();
  });
}

test('a start on a full disk with an index that was never saved opens, reads and says full', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  const receipts: IssuedInvoice[] = [];
  while (ledger.end.segment < 3) {
    receipts.push(...(await issue(ledger, 1)));
    if (ledger.end.segment === 2 && receipts.length % 10 === 0) await ledger['writer']?.prepare();
  }
  await ledger.close();
  disk.forget(`${FOLDER}/views`);
  disk.budget = disk.used() + 1000;
  const opened = await openLedger(disk);
  assert.equal(opened.damage, []);
  for (const receipt of receipts) assert.equal(await opened.invoice(receipt.uuid), receipt);
  await opened.close();
});

test('a torn tail is cleared to its last byte, kept in quarantine, and logged; what was sold stays, and selling goes on', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const receipts = await issue(ledger, 3);
  await ledger.close();
  const { offset } = ledger.end;
  // As long as several sectors, so that its end is not found by luck.
  const tail = Buffer.concat([random.bytes(1500), Buffer.from([1])]);
  const fill = (bytes: Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, offset), tail, Buffer.alloc(Math.max(1024, bytes.length - offset - tail.length))]);
  disk.damage(segment(1), fill);
  const told: unknown[] = [];
  const opened = await openLedger(disk, {
    log: (event, members) => event === 'ledger.torn_tail' && told.push(members),
  });
  assert.equal(opened.damage, []);
  const quarantine = `1-${offset}-${NOON}.torn`;
  assert.equal(told, [{ segment: 1, offset, bytes: tail.length, quarantine }]);
  const contents = disk.contents();
  assert.equal(contents.get(`${FOLDER}/quarantine/${quarantine}`), tail);
  const left = (contents.get(segment(1)) as Buffer).subarray(opened.end.offset, offset + tail.length);
  assert.ok(left.length > 1024 && left.every((byte) => byte === 0), 'behind the record of the start');
  receipts.push(...(await issue(opened, 1)));
  await opened.close();
  const again = await openLedger(disk);
  for (const receipt of receipts) assert.equal(await again.invoice(receipt.uuid), receipt);
  await again.close();
});

test('a start writes the header of a segment again only while no record in it is proven to be durable', async () => {
  const disk = emptyDisk();
  let headers = 0;
  const counting = wrapped(disk, {
    file: (inner, path) => ({
      write: (position, bytes) => {
        if (path === segment(1) && position === 0) headers += 1;
        inner.write(position, bytes);
      },
    }),
  });
  const start = async (): Promise<Ledger> => {
    headers = 0;
    return openLedger(counting);
  };
  const killed = await start();
  assert.is(headers, 1, 'it is made');
  await issue(killed, 1);
  assert.is(headers, 1, 'a receipt needs only its own blocks');
  const next = await start();
  assert.is(headers, 0, 'the receipt proves the record of the start');
  await next.close();
  disk.forget(FOLDER);
  await openLedger(disk); // killed with nothing but the record of its start
  const unproven = await start();
  assert.is(headers, 1);
  await unproven.close();
});

for (const failing of ['datasync', 'syncDir'] as const) {
  test(`a segment whose making failed at ${failing}, in a process that was killed then, is made durable by the next`, async () => {
    const disk = emptyDisk();
    let killed: MemoryDisk | undefined;
    let hasFailed = false;
    disk.fault = (operation, path) => {
      const isIt = operation === failing && path.startsWith(`${FOLDER}/log`) && !hasFailed;
      hasFailed ||= isIt;
      return isIt ? 'EIO' : undefined;
    };
    disk.before = (operation) => {
      if (operation === 'remove' && hasFailed) killed ??= disk.copy();
    };
    await openLedger(disk).then(
      () => assert.unreachable('the first start fails'),
      () => undefined,
    );
    assert.ok(killed);
    const next = await openLedger(killed);
    assert.ok((await next.reserve(4096)).ok);
    const [receipt] = await issue(next, 1);
    const cut = await openLedger(promisedOnly(killed));
    assert.equal(cut.damage, []);
    assert.equal(await cut.invoice(receipt?.uuid ?? ''), receipt);
  });
}

test('a start makes the name of a segment durable that the last process could not, without making another', async () => {
  const disk = emptyDisk();
  let killed: MemoryDisk | undefined;
  disk.fault = (operation, path) => (operation === 'syncDir' && path === `${FOLDER}/log` ? 'EIO' : undefined);
  disk.before = (operation, path) => {
    if (operation === 'remove' && path === segment(1) && disk.names.has(path)) killed ??= disk.copy();
  };
  await openLedger(disk).catch(() => undefined);
  assert.ok(killed);
  // No other segment is made, whose making would sync the folder as well.
  killed.fault = (operation, path) => (operation === 'create' && path === segment(2) ? 'ENOSPC' : undefined);
  const next = await openLedger(killed);
  const [receipt] = await issue(next, 1);
  const cut = await openLedger(promisedOnly(killed));
  assert.equal(await cut.invoice(receipt?.uuid ?? ''), receipt);
});

test('a loss that an owner has accepted is no damage; a header, an unread end or a later release cannot be accepted', () => {
  const at = { segment: 1, offset: 4096 };
  const stretch = (firstMissing: number, lastMissing: number) => ({ ...at, firstMissing, lastMissing });
  const decided = { by: 'Ана', setAside: [], receipts: 0, keys: [] };
  const losses = [
    { ...decided, stretches: [stretch(3, 5), stretch(9, 9)] },
    { ...decided, stretches: [] },
    { ...decided, stretches: [stretch(0, 2)] },
  ];
  const cases: readonly (readonly [Damage, boolean])[] = [
    [stretch(3, 5), false],
    [stretch(4, 4), false],
    [stretch(9, 9), false],
    [stretch(2, 3), true],
    [stretch(5, 6), true],
    [stretch(6, 8), true],
    [stretch(3, 9), true],
    [stretch(0, 0), true],
    [{ ...stretch(4, 4), isLater: true }, true],
    [{ ...stretch(4, 4), isUnread: true }, true],
  ];
  for (const [damage, counts] of cases) {
    const name = JSON.stringify(damage);
    assert.equal(unacceptedDamage([damage], losses), counts ? [damage] : [], name);
    assert.equal(unacceptedDamage([damage], []), [damage], name);
  }
});

test('torn bytes are cleared only once their copy is durable, and cleared without one on a disk that takes none', async () => {
  for (const failing of [undefined, 'makeDir', 'create', 'syncDir of the new folder'] as const) {
    const below = emptyDisk();
    const path = segment(1);
    const steps: string[] = [];
    const disk = wrapped(below, {
      disk: {
        makeDir: async (folder) => {
          if (failing === 'makeDir') throw new DiskError('ENOSPC', 'makeDir', folder);
          await below.makeDir(folder);
        },
        create: async (name) => {
          if (failing === 'create') throw new DiskError('ENOSPC', 'create', name);
          return below.create(name);
        },
        syncDir: async (folder) => {
          if (failing === 'syncDir of the new folder' && folder === FOLDER)
            throw new DiskError('EIO', 'syncDir', folder);
          await settled();
          await below.syncDir(folder);
          steps.push(`syncDir ${folder}`);
        },
      },
      file: (inner, name) => ({
        write(position, bytes) {
          if (name === path) steps.push('clear');
          inner.write(position, bytes);
        },
      }),
    });
    await (await openLedger(below)).close();
    const [from, to] = [DATA_START + 4096, DATA_START + 8192];
    below.damage(path, (bytes) => bytes.fill(7, from - 10, to + 10));
    const before = below.contents().get(path);
    const found = await openSegment(disk, `${FOLDER}/log`, 1);
    assert.ok(found !== undefined && before instanceof Buffer);
    const logged: unknown[] = [];
    await clearTorn(disk, `${FOLDER}/quarantine`, [{ segment: found, from, to }], NOON, (event, fields) =>
      logged.push([event, fields]),
    );
    const name = `1-${from}-${NOON}.torn`;
    const left = below.contents();
    assert.equal(left.get(path), Buffer.from(before).fill(0, from, to), `${failing}: these bytes and no others`);
    const quarantine = failing === undefined ? name : null;
    assert.equal(logged, [['ledger.torn_tail', { segment: 1, offset: from, bytes: 4096, quarantine }]], failing);
    if (failing !== undefined) continue;
    assert.equal(left.get(`${FOLDER}/quarantine/${name}`), Buffer.alloc(4096, 7));
    assert.ok(steps.indexOf(`syncDir ${FOLDER}`) < steps.indexOf('clear'), steps.join(', '));
  }
});

test.run();
