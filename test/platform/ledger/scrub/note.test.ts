import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Damage } from '../../../../src/platform/ledger/recovery.js';
import { allDamage, readScrubNote, writeScrubNote } from '../../../../src/platform/ledger/scrub/note.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { FOLDER, NOON } from '../../../kit/ledger.js';

const lost = (firstMissing: number, lastMissing: number): Damage => ({
  ...{ segment: 1, offset: firstMissing * 8, firstMissing, lastMissing },
});

test('the damage of two lists is named in the order of the log, each record once', () => {
  const header = { segment: 3, offset: 0, firstMissing: 0, lastMissing: 0 };
  const cases: readonly (readonly [string, readonly Damage[], readonly Damage[], readonly Damage[]])[] = [
    ['none', [], [], []],
    ['only one list', [lost(3, 4)], [], [lost(3, 4)]],
    ['the later first', [lost(7, 8)], [lost(3, 4)], [lost(3, 4), lost(7, 8)]],
    ['the same twice', [lost(3, 4)], [lost(3, 4)], [lost(3, 4)]],
    ['the longer of one beginning', [lost(3, 4)], [lost(3, 9)], [lost(3, 9)]],
    ['one within another', [lost(3, 9)], [lost(5, 6)], [lost(3, 9)]],
    ['one ending with another', [lost(3, 9)], [lost(5, 9)], [lost(3, 9)]],
    ['one reaching beyond another', [lost(5, 12)], [lost(3, 9)], [lost(3, 9), lost(5, 12)]],
    [
      'headers, which hold no record',
      [header],
      [lost(3, 4), { ...header, segment: 5 }],
      [header, { ...header, segment: 5 }, lost(3, 4)],
    ],
  ];
  for (const [name, one, other, all] of cases) assert.equal(allDamage(one, other), all, name);
  const many = Array.from({ length: 101 }, (_, at) => lost(2 * at + 1, 2 * at + 1));
  assert.equal(allDamage([], [...many].reverse()), many.slice(0, 100), 'the first hundred');
});

test('a note is read back as written; of one that cannot be read, nothing is taken over', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const none = { finishedAt: null, records: 0, damage: [], position: null, found: [] };
  assert.equal(await readScrubNote(disk, FOLDER), none);
  const position = { segment: 2, start: 4096, offset: 4200, sequence: 9, epoch: 1, hash: Buffer.alloc(32, 7) };
  const note = { finishedAt: NOON, records: 8, damage: [lost(3, 4)], position, found: [lost(5, 5)] };
  for (const one of [note, { ...note, position: null }]) {
    await writeScrubNote(disk, FOLDER, one);
    assert.equal(await readScrubNote(disk, FOLDER), one);
  }
  const file = `${FOLDER}/scrub.json`;
  for (const text of ['', '{', 'null', '7']) {
    disk.damage(file, () => Buffer.from(text));
    assert.equal(await readScrubNote(disk, FOLDER), none, text);
  }
  const stored = { ...note, position: { ...position, hash: position.hash.toString('hex') } };
  for (const [member, value, left] of [
    ['finishedAt', 'x', null],
    ['records', 1.5, 0],
    ['damage', {}, []],
    ['damage', [{ ...lost(3, 4), offset: null }, lost(6, 7), 8], [lost(6, 7)]],
    ['position', { ...stored.position, hash: 7 }, null],
    ['position', { ...stored.position, epoch: '1' }, null],
    ['found', 'x', []],
  ] as const) {
    disk.damage(file, () => Buffer.from(JSON.stringify({ ...stored, [member]: value })));
    assert.equal(await readScrubNote(disk, FOLDER), { ...note, [member]: left }, member);
  }
});

test.run();
