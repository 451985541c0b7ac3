import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Notices } from '../../src/printing/notices.js';
import type { Slip } from '../../src/printing/slip.js';

const slip = (text: string): Slip => ({ parts: [{ kind: 'text', lines: [text] }] });

test('notices come in their order, each until it is taken', () => {
  const notices = new Notices(() => assert.unreachable());
  const [one, other] = [slip('one'), slip('other')];
  notices.add(one, 0);
  notices.add(other, 0);
  const first = notices.next(0);
  assert.is(first?.slip, one);
  assert.is(notices.next(0), first);
  if (first !== undefined) notices.take(first);
  assert.is(notices.next(0)?.slip, other);
  assert.is(notices.length, 1);
});

test('one that waits for ten minutes is given up, and so is the oldest of more than twenty', () => {
  const given: string[] = [];
  const notices = new Notices((reason) => given.push(reason));
  for (let count = 0; count < 21; count += 1) notices.add(slip(`${count}`), count);
  assert.equal(given, ['full']);
  assert.is(notices.next(600_000)?.until, 600_001);
  assert.is(notices.next(600_001)?.until, 600_002);
  assert.equal(given, ['full', 'age']);
  assert.is(notices.next(Infinity), undefined);
  assert.is(given.length, 21);
});

test.run();
