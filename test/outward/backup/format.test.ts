import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FORMAT, manifestFault, maxSizeOf } from '../../../src/outward/backup/format.js';
import { inEnglish } from '../../kit/inEnglish.js';

const END = { segment: 1, offset: 12_288, sequence: 7, epoch: 2, hash: 'ab'.repeat(32) };
const MANIFEST = { format: FORMAT, version: '1.0', boxId: 'ab'.repeat(16), createdAt: '2026-11-21 12:00:00', end: END };

test('a manifest names the box of a backup and its end, and may state whether it is intact', () => {
  assert.is(inEnglish(manifestFault(MANIFEST)), undefined);
  assert.is(inEnglish(manifestFault({ ...MANIFEST, sound: false })), undefined);
  assert.is(inEnglish(manifestFault({ ...MANIFEST, end: { ...END, sequence: 0 } })), undefined);
});

for (const name of Object.keys(MANIFEST)) {
  test(`a manifest without ${name} is none`, () =>
    assert.type(
      inEnglish(manifestFault(Object.fromEntries(Object.entries(MANIFEST).filter(([other]) => other !== name)))),
      'string',
    ));
}

for (const name of ['segment', 'offset', 'sequence', 'epoch'] as const) {
  test(`the ${name} of the end is a whole number from 0 on`, () => {
    for (const wrong of [-1, 0.5, '1', null, undefined])
      assert.type(inEnglish(manifestFault({ ...MANIFEST, end: { ...END, [name]: wrong } })), 'string', String(wrong));
  });
}

test('a hash and an id have as many hex digits in small letters as they are long, and nothing else', () => {
  for (const wrong of [
    '',
    'ab'.repeat(15),
    'ab'.repeat(17),
    'AB'.repeat(16),
    `${'ab'.repeat(16)}\n`,
    'zz'.repeat(16),
  ]) {
    assert.type(inEnglish(manifestFault({ ...MANIFEST, boxId: wrong })), 'string', wrong);
    assert.type(inEnglish(manifestFault({ ...MANIFEST, end: { ...END, hash: wrong + wrong } })), 'string', wrong);
  }
});

test('a later format, and one before the first, are no format', () => {
  for (const format of [FORMAT + 1, 0, 1.5, '1'])
    assert.type(inEnglish(manifestFault({ ...MANIFEST, format })), 'string');
});

test('a version and a time are texts', () => {
  for (const name of ['version', 'createdAt'])
    for (const wrong of [7, null, ['1.0']])
      assert.type(inEnglish(manifestFault({ ...MANIFEST, [name]: wrong })), 'string', name);
});

test('a name that no backup has is given no room, and one of the log more than the others', () => {
  const [log = 0, small = 0] = ['log/000001.seg', 'box.id'].map(maxSizeOf);
  assert.ok(log > small && small > 0);
  assert.is(maxSizeOf('log/123456789.seg'), log);
  for (const wrong of ['log/000001.seg.tmp', 'log/00001.seg', 'a/log/000001.seg', 'log/../box.id', 'box.id.old', ''])
    assert.is(maxSizeOf(wrong), undefined, wrong);
});

test('anything else in place of a manifest is refused', () => {
  for (const wrong of [null, [], 'text', 7, { ...MANIFEST, sound: 'yes' }])
    assert.type(inEnglish(manifestFault(wrong)), 'string');
});

test.run();
