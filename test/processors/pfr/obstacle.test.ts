import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noCertificate } from '../../../src/processors/pfr/accessTexts.js';
import { refusalBy } from '../../../src/processors/pfr/refusals.js';
import { unreached } from '../../../src/processors/pfr/pfrTexts.js';
import { ProcessorPair, UNSENT } from './processorPair.js';

const OBSTACLE = noCertificate('sandbox');

test('while something in the box must be fixed nothing is sent, and every answer says what it is', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  const { pfr } = pair;
  pair.asked.splice(0);
  pair.obstacle = OBSTACLE;
  assert.is(await pfr.refresh(), true, 'nothing is out of reach');
  assert.equal(await pfr.ready(), refusalBy(OBSTACLE));
  assert.equal(await pfr.find(request), { kind: 'unknown', message: OBSTACLE.found.sr });
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'unclear' });
  assert.is(await pfr.counters(), undefined);
  const { ok, words, findings } = pfr.status();
  assert.equal([ok, words, findings, pfr.reach], [false, OBSTACLE.found, [OBSTACLE], 'answers']);
  assert.equal([pair.asked, pair.rechecks], [[], 1]);

  pair.obstacle = undefined;
  assert.ok(pfr.status().ok, 'what was known of the processor still holds');
  assert.is((await pfr.sign(request)).kind, 'signed');
  assert.equal((await pfr.counters())?.lastNumber, 'FAKE7PFR-FAKE7PFR-1');
});

test('a processor that was never called because of an obstacle is not one that is out of reach', () => {
  const pair = new ProcessorPair();
  assert.is(pair.pfr.reach, 'faulty');
  pair.obstacle = OBSTACLE;
  assert.is(pair.pfr.reach, 'answers');
});

test('an obstacle that appears during a call is the reason for its failure; without one, it is the network', async () => {
  for (const obstacle of [OBSTACLE, undefined]) {
    const pair = new ProcessorPair();
    const request = await pair.request();
    pair.end = UNSENT;
    const before = pair.asked.length;
    const signing = pair.pfr.sign(request);
    pair.obstacle = obstacle;
    const fault = obstacle ?? unreached({ cause: 'refused', detail: 'ECONNREFUSED' }, 'lpfr');
    const refused = refusalBy(fault);
    assert.equal(await signing, refused);
    assert.is(refused.about, obstacle === undefined ? 'unreachable' : undefined);
    assert.is(pair.asked.length, before + 1, 'it is not sent again');
    pair.obstacle = undefined;
    assert.is(pair.pfr.reach, obstacle === undefined ? 'outOfReach' : 'faulty');

    const polling = pair.pfr.ready();
    pair.obstacle = obstacle;
    assert.equal(await polling, refused);
  }
});

test.run();
