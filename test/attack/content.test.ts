// proof: attacks
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AfterTrick, testTricks } from './kit/trick.js';

const TRICKS = [
  'control-characters.ts',
  'formula-in-a-cell.ts',
  'rows-of-blanks.ts',
  'script-in-a-document.ts',
  'second-end-in-ad-text.ts',
  'second-heading-in-a-name.ts',
  'secret-in-a-file.ts',
];
const tried: AfterTrick[] = [];

testTricks('content', (after) => tried.push(after));

test('each trick was tried, and the box sold on after it', () => {
  assert.equal(
    tried.map(({ file }) => file),
    TRICKS,
  );
  for (const { file, calls, sale, log } of tried) {
    assert.ok(calls > 0, `${file} asks nothing of the box`);
    assert.equal(sale, { status: 201, total: 300 }, file);
    assert.not.match(log, /"event":"request\.failed"/, file);
  }
});

test.run();
