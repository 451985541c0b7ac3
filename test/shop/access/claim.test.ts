import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Claim } from '../../../src/shop/access/claim.js';
import { readCode, shownCode } from '../../../src/shop/access/callers.js';
import { readWhole } from '../../../src/base/disk.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER } from '../../kit/ledger.js';

async function emptyBox(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  await disk.makeDir(FOLDER);
  return disk;
}

test('the code is made once, lies in the folder, and is taken however it is typed', async () => {
  const disk = await emptyBox();
  const users = { isClaimed: false };
  const code = (await Claim.open(disk, FOLDER, users, false)).current ?? '';
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  const claim = await Claim.open(disk, FOLDER, users, false);
  assert.is(claim.current, code, 'the ticket from before a restart still holds');
  assert.is((await readWhole(disk, join(FOLDER, 'claim-code')))?.toString(), `${code}\n`);
  for (const typed of [code, shownCode(code), shownCode(code).toLowerCase(), ` ${code} `])
    assert.ok(claim.accepts(typed));
  for (const typed of ['', code.slice(1), `${code}0`, 'UUUUUUUU']) assert.not.ok(claim.accepts(typed));
  assert.is(readCode('ol1I-o0'), '011100');
  assert.equal([shownCode('7K3QM2XW'), shownCode('7K3QM'), shownCode('')], ['7K3Q-M2XW', '7K3Q-M', '']);
  assert.is(readCode('\u041e\u043e'), '00', 'on a Serbian keyboard');
});

test('once somebody owns the box there is no code, and none fits', async () => {
  const users = { isClaimed: false };
  const claim = await Claim.open(await emptyBox(), FOLDER, users, false);
  const code = claim.current ?? '';
  users.isClaimed = true;
  assert.is(claim.current, undefined);
  assert.not.ok(claim.accepts(code));
});

test('a code that was laid into the folder holds as long as nobody owns the box, and is removed then', async () => {
  const disk = await emptyBox();
  const path = join(FOLDER, 'claim-code');
  (await disk.create(path)).write(0, Buffer.from('7K3QM2XW\n'));
  assert.is((await Claim.open(disk, FOLDER, { isClaimed: false }, false)).current, '7K3QM2XW');
  await Claim.open(disk, FOLDER, { isClaimed: true }, true);
  assert.ok((await readWhole(disk, path)) !== null);
  const owned = await Claim.open(disk, FOLDER, { isClaimed: true }, false);
  assert.is(await readWhole(disk, path), null);
  assert.not.ok(owned.accepts('7K3QM2XW'));
});

test('what is no code in the folder is replaced, and a command that only reads writes none', async () => {
  const disk = await emptyBox();
  await Claim.open(disk, FOLDER, { isClaimed: false }, true);
  assert.is(await readWhole(disk, join(FOLDER, 'claim-code')).catch(() => null), null);
  const first = await Claim.open(disk, FOLDER, { isClaimed: false }, false);
  for (const wrong of ['7K3QM2XW0', '07K3QM2XW', '7K3QM2X', 'UK3QM2XW']) {
    disk.damage(join(FOLDER, 'claim-code'), () => Buffer.from(wrong));
    const { current } = await Claim.open(disk, FOLDER, { isClaimed: false }, false);
    assert.is((await readWhole(disk, join(FOLDER, 'claim-code')))?.toString(), `${current}\n`, wrong);
  }
  const second = await Claim.open(await emptyBox(), FOLDER, { isClaimed: false }, false);
  assert.is.not(first.current, second.current);
});

test('a disk that takes nothing stops no start, but a bug does; a box with an owner and no code changes nothing', async () => {
  const disk = await emptyBox();
  for (const isClaimed of [false, true]) {
    disk.fault = (operation) => (operation === 'create' || operation === 'remove' ? 'EIO' : undefined);
    const claim = await Claim.open(disk, FOLDER, { isClaimed }, false);
    assert.is(claim.current?.length, isClaimed ? undefined : 8);
    disk.fault = () => undefined;
    await Claim.open(disk, FOLDER, { isClaimed: false }, false);
  }
  disk.fault = (operation) => {
    if (operation === 'remove') throw new Error('a bug');
    return undefined;
  };
  const opened = await Claim.open(disk, FOLDER, { isClaimed: true }, false).catch(String);
  assert.is(opened, 'Error: a bug');
  const empty = await emptyBox();
  empty.fault = disk.fault;
  await Claim.open(empty, FOLDER, { isClaimed: true }, false);
});

test.run();
