import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SalePriority } from '../../src/base/salePriority.js';
import { HandClock, settled } from '../kit/handClock.js';

/** Maximum wait of a slice of other work for sales, ms, so that a busy shop can still read data. */
const LONGEST_WAIT = 1000;

/** Enough turns of the event loop for all that can be done at this moment. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await settled();
}

interface Sale {
  readonly answered: Promise<void>;
  readonly answer: () => void;
}

function sale(salePriority: SalePriority): Sale {
  let answer = (): void => undefined;
  const work = new Promise<void>((resolve) => (answer = resolve));
  return { answered: salePriority.during(() => work), answer };
}

test('slices are done in their order, one at a time, and what arrives between them comes first', async () => {
  const salePriority = new SalePriority(new HandClock());
  const done: string[] = [];
  const slice = (name: string) =>
    salePriority.slice(async () => {
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
      setImmediate(() => done.push(`after ${name}`));
    });
  await Promise.all([slice('a'), slice('b'), slice('c')]);
  const [first = [], second = []] = [['a', 'b'], ['c']].map((names) =>
    names.flatMap((name) => [`${name} begins`, `${name} ends`, `after ${name}`]),
  );
  assert.equal(done, [...first, ...second.slice(0, 2)]);
});

test('a failed slice is reported to its caller, and stops no other', async () => {
  const salePriority = new SalePriority(new HandClock());
  const bad = salePriority.slice(() => Promise.reject(new Error('bad')));
  const good = salePriority.slice(() => 'good');
  assert.is(await bad.catch((error: unknown) => (error as Error).message), 'bad');
  assert.is(await good, 'good');
});

test('while a sale is between its arrival and its answer no slice begins', async () => {
  const salePriority = new SalePriority(new HandClock());
  const done: string[] = [];
  const [first, second] = [sale(salePriority), sale(salePriority)];
  const slice = salePriority.slice(() => done.push('slice'));
  await turns();
  first.answer();
  await turns();
  assert.equal(done, [], 'the other sale is not answered');
  second.answer();
  await slice;
  assert.equal(done, ['slice']);
});

test('a sale that waits for another caller delays others no longer than 200 ms', async () => {
  const clock = new HandClock();
  const salePriority = new SalePriority(clock);
  const waiting = sale(salePriority);
  const done: string[] = [];
  const slice = salePriority.slice(() => done.push('slice'));
  clock.pass(199);
  await turns();
  assert.equal(done, []);
  clock.pass(1);
  await slice;
  waiting.answer();
  await waiting.answered;
  const next = sale(salePriority);
  const later = salePriority.slice(() => done.push('later'));
  await turns();
  assert.equal(done, ['slice'], 'the end of a hold that was over counts once');
  next.answer();
  await later;
});

test('however many sales there are, a slice waits for LONGEST_WAIT at most', async () => {
  const clock = new HandClock();
  const salePriority = new SalePriority(clock);
  const done: string[] = [];
  const slices = ['first', 'second'].map((name) => salePriority.slice(() => done.push(name)));
  let last = sale(salePriority);
  const goOn = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await turns();
      const before = last;
      last = sale(salePriority);
      before.answer();
      await turns();
      clock.pass(100);
    }
    await turns();
  };
  await goOn(LONGEST_WAIT);
  assert.equal(done, ['first']);
  await goOn(LONGEST_WAIT);
  assert.equal(done, ['first', 'second']);
  await Promise.all(slices);
});

test('a sale that fails is over', async () => {
  const salePriority = new SalePriority(new HandClock());
  const failing = salePriority.during(() => Promise.reject(new Error('refused')));
  assert.is(await failing.catch((error: unknown) => (error as Error).message), 'refused');
  assert.is(await salePriority.slice(() => 1), 1);
});

test.run();
