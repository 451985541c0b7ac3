import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import { type OperationName, OPERATIONS } from '../../../src/interfaces/admin/operations.js';
import { TestBox } from '../../kit/box.js';
import { makeUsers, type Visitor, visitorAs } from '../../kit/web/visitor.js';

const STEPS = { Accept: 'application/x-ndjson' };
const PERIOD = { from: '2026-01-01', to: '2026-01-01' };

/** Lets an operation run as the test says. */
async function running(name: OperationName, run: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const { run: before } = OPERATIONS[name];
  Object.assign(OPERATIONS[name], { run });
  try {
    await work();
  } finally {
    Object.assign(OPERATIONS[name], { run: before });
  }
}

function during(work: (owner: Visitor) => Promise<void>): Promise<void> {
  return TestBox.during(async (box) => {
    await makeUsers(box);
    await work(await visitorAs(box, 'Ана'));
  });
}

test('a work that fails unforeseen while its steps are told ends the connection, and not the box', () =>
  during(async (owner) => {
    const fails = (): Promise<unknown> => Promise.reject(new Error('unforeseen'));
    await running('pfr.status', fails, async () => {
      const outcome = await owner.send('POST', '/web/operations/pfr.status', {}, STEPS).then(
        ({ text }) => text,
        () => 'broken off',
      );
      assert.is(outcome, 'broken off');
    });
    const { text } = await owner.send('POST', '/web/operations/service.show', {}, STEPS);
    assert.match(text, /"ok":true/);
  }));

test('steps are asked for by a media type in any case, with parameters or beside others', () =>
  during(async (owner) => {
    for (const [accept, isInSteps] of [
      ['Application/X-NDJSON', true],
      ['application/json;q=0.1, application/x-ndjson; q=1', true],
      ['*/*', false],
      ['application/x-ndjson2', false],
    ] as const) {
      const { text } = await owner.send('POST', '/web/operations/service.show', {}, { Accept: accept });
      assert.is(/"ok":true/.test(text), isInSteps, accept);
    }
  }));

test('reports are bounded, whether or not their steps are told', () =>
  during(async (owner) => {
    for (const [headers, name, question, most] of [
      [{}, 'reports.rows', { table: 'items' }, 5],
      [STEPS, 'reports.show', { of: 'receipts' }, 5],
      [{}, 'reports.csv', { table: 'items', of: 'sums' }, 5],
      [{}, 'reports.show', { of: 'sums' }, 17],
    ] as const) {
      let end: (value: unknown) => void = () => undefined;
      const ended = new Promise((resolve) => (end = resolve));
      let atOnce = 0;
      const waits = async (): Promise<unknown> => {
        atOnce += 1;
        assert.is(atOnce, 1);
        await ended;
        atOnce -= 1;
        return ok([]);
      };
      await running(name, waits, async () => {
        const sent = Array.from({ length: most + 1 }, async () => {
          const reply = await owner.send('POST', `/web/operations/${name}`, { ...question, ...PERIOD }, headers);
          // The one too many is refused at once; only then do the others go on.
          if (reply.status === 429) end(undefined);
          return reply.status;
        });
        assert.equal((await Promise.all(sent)).sort(), [...Array.from({ length: most }, () => 200), 429]);
      });
    }
  }));

test.run();
