import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../kit/random.js';
import { type Sample, sampleOf, Samples, trendOf } from './trend.js';

const random = seededRandom();

/** Memory that goes up and down by 10 MB as the garbage is collected, with a burst now and then, and leaks so much in all. */
function samples(leak: number): Sample[] {
  return Array.from({ length: 150 }, (_, index) => {
    const sawtooth = (index % 9) + random.int(0, 20) / 10;
    const burst = random.oneIn(20) ? 40 : 0;
    return { at: index * 2, memory: 80 + sawtooth + burst + (leak * index) / 149, files: 30 + (burst > 0 ? 5 : 0) };
  });
}

test('garbage that comes and goes, and bursts, are no trend; a leak of 20 MB is one', () => {
  const [flat, leaking] = [trendOf(samples(0), 'memory'), trendOf(samples(20), 'memory')];
  assert.ok(Math.abs(flat.growth) < 3, `${flat.growth}`);
  assert.ok(Math.abs(leaking.growth - 20) < 3, `${leaking.growth}`);
  assert.equal(trendOf(samples(0), 'files'), { middle: 30, growth: 0 });
});

test('of a long run samples are kept evenly, and not too many', () => {
  const kept = new Samples();
  for (let at = 0; at < 10_000; at += 1) kept.add({ at, memory: 1, files: 1 });
  const times = kept.all.map(({ at }) => at);
  assert.ok(times.length > 200 && times.length <= 500, `${times.length}`);
  const gaps = new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)));
  assert.is(gaps.size, 1);
});

test('a process is sampled from outside', () => {
  const { memory, files } = sampleOf(process.pid, 0);
  assert.ok(memory > 10 && files > 2);
});

test.run();
