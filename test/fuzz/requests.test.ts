// proof: fuzz
// time limit: 300 s
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import { BoxProcess, cleanUp, residentMegabytes } from '../kit/process.js';
import { Random, seededRandom } from '../kit/random.js';
import { Cases } from './cases.js';
import { shrink } from './shrink.js';
import { bytesOf, type Outcome, type RawRequest, Wire } from './wire.js';

const REQUESTS = cases('REQUESTS', { ci: 250, all: 20_000 });
/** With fewer the box is not warm before the end, and its memory grows by right; nor is each answer among theirs. */
const WARM = 5000;
const WIRES = 8;
/** Calls of a key in the whole run: below the rate limit, so that no request stops there. */
const CALLS_PER_KEY = 200;
const SAMPLE_EVERY = Math.ceil(REQUESTS / 40);

const { seed } = seededRandom();
test.after(cleanUp);

function isFailure(outcome: Outcome): boolean {
  return outcome === 'hang' || (typeof outcome === 'number' && outcome >= 500);
}

/** Throws with the smallest form of the request that fails, too; a hang takes too long to be had often. */
async function explain(failing: RawRequest, outcome: Outcome, wire: Wire): Promise<never> {
  const fails = async (request: RawRequest): Promise<boolean> => isFailure(await wire.send(request));
  const smallest = outcome === 'hang' ? failing : await shrink(failing, fails);
  throw new Error(`${outcome}: ${JSON.stringify(bytesOf(smallest).toString('latin1')).slice(0, 4000)}`);
}

test(`${REQUESTS} requests of any bytes never give a 5xx, never hang, and leave the memory flat`, async () => {
  const began = performance.now();
  const box = await BoxProcess.start();
  const ca = readFileSync(box.caFile);
  const keys = await box.keys(Math.ceil(REQUESTS / CALLS_PER_KEY) + 1);
  const outcomes = new Map<Outcome, number>();
  const memory: number[] = [];
  let sent = 0;

  const work = async (): Promise<void> => {
    const wire = new Wire(box.port, ca);
    while (sent < REQUESTS) {
      // Each request has its own source of choices, so that it does not matter which connection takes it.
      const random = new Random(seed + sent);
      const request = new Cases(random).next(keys[Math.floor(sent / CALLS_PER_KEY)] ?? '');
      sent += 1;
      if (sent % SAMPLE_EVERY === 0) memory.push(residentMegabytes(box.pid));
      if (random.oneIn(40)) {
        const bytes = bytesOf(request);
        await wire.abandon(bytes.subarray(0, random.int(1, bytes.length)));
        continue;
      }
      const outcome = await wire.send(request);
      if (isFailure(outcome)) {
        sent = REQUESTS; // for the other connections
        await explain(request, outcome, wire);
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: WIRES }, work));

  const half = memory.length / 2;
  const [before, after] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  const counts = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome}: ${count}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${sent} requests in ${seconds} s; ${counts.join(', ')}\n`);
  process.stdout.write(
    `resident ${before.toFixed(0)} MB at most in the first half, ${after.toFixed(0)} in the second\n`,
  );

  for (const expected of [200, 201, 400, 401, 404, 422, ...(REQUESTS >= WARM ? [431] : [])]) {
    assert.ok(outcomes.has(expected), `the requests reach an answer of ${expected}`);
  }
  assert.not.ok(outcomes.has(429), 'no request stops at the rate limit');
  if (REQUESTS >= WARM) assert.ok(after < before * 1.25 + 16, 'the memory does not grow with the requests');

  const receipt = await box.issue(keys.at(-1) ?? '');
  assert.is(receipt.total, 300);
  const { code, stdout } = await box.stop();
  assert.is(code, 0);
  assert.not.match(stdout, /"event":"request\.failed"/);
});

test.run();
