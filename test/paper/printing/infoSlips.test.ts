import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { InfoSlips } from '../../../src/paper/printing/infoSlips.js';
import type { Slip } from '../../../src/paper/slips/slip.js';

const slip = (text: string): Slip => ({ parts: [{ kind: 'text', rows: [text] }] });

test('info slips come in their order, each until it is taken', () => {
  const infoSlips = new InfoSlips(() => assert.unreachable());
  const [one, other] = [slip('one'), slip('other')];
  infoSlips.add(one, 0);
  infoSlips.add(other, 0);
  const first = infoSlips.next(0);
  assert.is(first?.slip, one);
  assert.is(infoSlips.next(0), first);
  if (first !== undefined) infoSlips.take(first);
  assert.is(infoSlips.next(0)?.slip, other);
  assert.is(infoSlips.length, 1);
});

test('an info slip that waits for ten minutes is dropped, and so is the oldest of more than twenty', () => {
  const dropped: string[] = [];
  const infoSlips = new InfoSlips((reason) => dropped.push(reason));
  for (let count = 0; count < 21; count += 1) infoSlips.add(slip(`${count}`), count);
  assert.equal(dropped, ['full']);
  assert.is(infoSlips.next(600_000)?.until, 600_001);
  assert.is(infoSlips.next(600_001)?.until, 600_002);
  assert.equal(dropped, ['full', 'age']);
  assert.is(infoSlips.next(Infinity), undefined);
  assert.is(dropped.length, 21);
});

test.run();
