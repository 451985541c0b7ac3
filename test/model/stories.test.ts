import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan, PlannedOrder, Trouble } from './plan.js';
import { World } from './world.js';

/** What simulated worlds have found, in its shortest form. */
const SECOND = 1000;

function sale(id: number, at: number): PlannedOrder {
  const order = { kind: 'order', id, content: id, at, does: 'sale', environment: 'sandbox', hasKey: true } as const;
  return { ...order, patience: 120 * SECOND, tries: 20, pause: 3 * SECOND, changes: false, offline: 'refused' };
}

function worldOf(plan: Partial<Plan>): World {
  const kinds = { sandbox: 'lpfr', production: 'lpfr' } as const;
  const styles = { sandbox: 'spec', production: 'spec' } as const;
  const defaults: Plan = {
    ...{ seed: 1, kinds, styles, isHasty: false, watches: false, queue: null, events: [] },
    ...{ kept: 1, hasOtherTill: true, signers: ['FAKESEO0'], isPlain: false },
  };
  return new World({ ...defaults, ...plan });
}

async function violationIn(plan: Partial<Plan>): Promise<string | undefined> {
  return (await worldOf(plan).run()).violation;
}

test('a person cannot decide that nothing was signed while the processor may still sign', async () => {
  const late: Trouble = {
    ...{ kind: 'exchange', environment: 'sandbox', call: 'sign', nth: 0 },
    ...{ fault: 'signed late', part: 0.9 },
  };
  assert.is(await violationIn({ isHasty: true, events: [sale(0, SECOND), late] }), undefined);
});

test('where the receipt of one lost order ends the doubt about another, no person is asked about that', async () => {
  const [lost, issued, late] = [sale(28, 28_540), sale(11, 37_234), sale(18, 37_862)];
  const exchange = { kind: 'exchange', environment: 'sandbox', call: 'sign' } as const;
  const change = { kind: 'processor', environment: 'sandbox' } as const;
  const events = [
    { ...lost, hasKey: false, pause: 15 * SECOND },
    issued,
    { ...late, does: 'advance', patience: 20 * SECOND, tries: 1 },
    { ...exchange, nth: 0, fault: 'error before', part: 0.4 },
    { ...exchange, nth: 2, fault: 'signed late', part: 0.03 },
    { ...change, at: 41_221, change: 'look-ups-lie' },
    { ...change, at: 71_221, change: 'look-ups-right' },
  ] as const;
  assert.is(await violationIn({ hasOtherTill: false, events }), undefined);
});

for (const kind of ['lpfr', 'vpfr'] as const) {
  test(`a receipt of a ${kind} whose clock was set back can be entered by its link`, async () => {
    const fast: Trouble = { kind: 'processor', environment: 'sandbox', at: 0, change: { clock: 540 * SECOND } };
    const lost: Trouble = {
      ...{ kind: 'exchange', environment: 'sandbox', call: 'sign', nth: 1 },
      ...{ fault: 'other till last', part: 0.1 },
    };
    const events = [fast, lost, sale(0, SECOND), sale(1, 60 * SECOND)];
    assert.is(await violationIn({ kinds: { sandbox: kind, production: kind }, events }), undefined);
  });
}

test('two late refusals that come together ask for the state one after the other', async () => {
  const refused = (nth: number, part: number): Trouble => ({
    ...{ kind: 'exchange', environment: 'sandbox', call: 'sign' },
    ...{ nth, fault: 'refused', part },
  });
  // Both answers are overdue, and come after 5.7 s and 5.8 s.
  const events = [sale(0, SECOND), sale(1, 3.5 * SECOND), refused(0, 0.75), refused(1, 0.62)];
  assert.is(
    await violationIn({ kinds: { sandbox: 'vpfr', production: 'vpfr' }, hasOtherTill: false, events }),
    undefined,
  );
});

/** The signing limit of the simulated processors, and how long after it the outcome is known, ms. */
const LIMIT = 15 * SECOND;
const SETTLING = 10 * SECOND;

for (const kind of ['lpfr', 'vpfr'] as const) {
  for (const fault of ['lost before', 'error before', 'stale before'] as const) {
    test(`at a ${kind} a lone order is sold under its own key ten seconds after its limit: ${fault}`, async () => {
      const at = 60 * SECOND;
      const lost: Trouble = {
        ...{ kind: 'exchange', environment: 'sandbox', call: 'sign' },
        ...{ nth: 0, fault, part: 0.1 },
      };
      const order = sale(0, at);
      const kinds = { sandbox: kind, production: kind };
      const world = worldOf({ kinds, hasOtherTill: false, isPlain: true, events: [order, lost] });
      assert.is((await world.run()).violation, undefined);
      const sent = [...world.network.sentAt.values()].filter((sentAt) => sentAt >= at);
      assert.ok(sent.length > 1, 'its answer was lost');
      const took = Math.max(...sent) - at;
      assert.ok(took <= LIMIT + SETTLING + order.pause, `it took ${took} ms`);
    });
  }
}

test.run();
