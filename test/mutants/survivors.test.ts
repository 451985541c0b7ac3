import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FileResult, followMoves, newHoles } from './survivors.js';

const hole = (was: string) => ({ line: 1, was, becomes: 'b', kind: 'x' });
const result = (source: string, ...holes: string[]): FileResult => ({
  ...{ source, mutants: 9, noticed: 9 - holes.length, equivalent: 0 },
  holes: holes.map(hole),
});

test('results follow a moved file, and its holes are not new in the file it is merged into', () => {
  const before = {
    'src/shop/a.ts': result('A', 'a'),
    'src/shop/b.ts': result('B', 'b'),
    'src/shop/old/c.ts': result('C', 'c'),
    'src/shops/other.ts': result('D'),
  };
  const now = new Map([
    ['src/shop/a.ts', 'A and B'],
    ['src/shop/c.ts', 'C'],
  ]);
  const { survivors, lost } = followMoves(before, 'shop', now);
  assert.equal(survivors, {
    'src/shop/a.ts': result('A', 'a'),
    'src/shop/c.ts': result('C', 'c'),
    'src/shops/other.ts': result('D'),
  });
  const joined = result('A and B', 'a', 'b', 'new');
  assert.equal(newHoles('src/shop/a.ts', survivors['src/shop/a.ts'], joined, lost), [hole('new')]);
  assert.equal(newHoles('src/shop/d.ts', undefined, joined, lost), [], 'the first pass of a file');
});

test.run();
