import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { Machine } from '../kit/machine.js';
import { RATE_GROUPS } from '../kit/pfr/rates.js';
import { scene, type Stage } from './stage.js';

const DAY = 86_400_000;
const BUILD = Date.now() - 30 * DAY;

/** No time source confirms the clock of such a box. */
const machine = { root: new Machine().root, buildTime: BUILD };

/** From now on the clock of the box shows this. */
function set(stage: Stage, at: number): void {
  stage.box.clockOffset = at - Date.now();
}

/** Sells, repeats with a key, and loses an answer that is found at once; all of it stands in the order of issue. */
async function live(stage: Stage, key: string): Promise<void> {
  const first = await stage.sold(undefined, key);
  assert.is((await stage.replayed(undefined, key)).uuid, first.uuid, 'a key holds by any clock');
  stage.pfr.faults.add({ fault: 'drop', signs: true });
  await stage.sold();
  assert.equal(await stage.numbers(), stage.signed.toReversed(), 'the newest first');
  const { ready, problems } = await stage.status();
  assert.equal([ready, problems], [true, []]);
}

for (const [what, at] of [
  ['1970', 1000],
  ['the day before the build', BUILD - DAY],
  ['2099', Date.UTC(2099, 0)],
] as const) {
  scene(
    `a box that is set up in ${what} sells to tablets that trust it, and goes on when the clock is set`,
    async (stage) => {
      await live(stage, 'first-key');
      await stage.restart();
      await live(stage, 'second-key');
      set(stage, Date.now());
      await live(stage, 'third-key');
      await stage.restart();
      await live(stage, 'fourth-key');
      assert.equal(
        stage.logged('tls.issued').map(({ reason }) => reason),
        ['none-yet'],
        'the first certificate has served all the time',
      );
    },
    { pfr: { now: Date.now }, machine, clockOffset: at - Date.now() },
  );
}

scene(
  'a clock that jumps by a day, forth and back, during sales is recorded, and receipts keep their order',
  async (stage) => {
    for (const [round, days] of [1, 0, -1, 0, 2, -2].entries()) {
      set(stage, Date.now() + days * DAY);
      await stage.box.parts.clockMonitor.poll();
      await live(stage, `round-key-${round}`);
    }
    const jumps = stage.box.parts.ledger.main.events.flatMap((event) =>
      event.kind === 'clock' ? [Math.round((event.to - event.from) / DAY)] : [],
    );
    assert.equal(jumps, [1, -1, -1, 1, 2, -4]);
    const listed = await stage.numbers();
    await stage.restart();
    assert.equal(await stage.numbers(), listed);
    assert.is(stage.box.parts.ledger.main.events.length, jumps.length, 'a restart keeps them');
  },
  { pfr: { now: Date.now }, isSlow: true },
);

scene(
  'an end that is found over a restart waits for its caller when nobody knows how long it took',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    await stage.refused();
    set(stage, 1000);
    await stage.restart();
    stage.pfr.faults.clear();
    await stage.settled();
    await stage.replayed();
    assert.is(stage.signed.length, 1, 'it is not signed twice');
  },
  { pfr: { now: Date.now }, machine },
);

const announced = RATE_GROUPS.map((group, index) => ({ ...group, validFrom: Date.now() + (index === 0 ? -DAY : DAY) }));

scene(
  'rates that are only announced do not hold by a clock of 2099',
  async (stage) => {
    assert.is((await stage.sold()).taxItems[0]?.rate, 20);
    const { taxLabels } = read('TaxLabelList', 200, await stage.client.get('/tax-labels'));
    assert.is(taxLabels.find(({ label }) => label === 'Ђ')?.rate, 20);
  },
  { pfr: { now: Date.now, groups: announced }, machine, clockOffset: Date.UTC(2099, 0) - Date.now() },
);

for (const [what, validity] of [
  ['behind', { from: Date.now() + DAY, until: Date.now() + 30 * DAY }],
  ['ahead', { from: Date.now() - 30 * DAY, until: Date.now() - DAY / 2 }],
] as const) {
  const shop = new Machine();
  scene(
    `a V-PFR is asked all the same by a clock that may be ${what}, and not by one that is trusted`,
    async (stage) => {
      await stage.sold();
      shop.synchronize();
      await stage.restart();
      assert.match(await stage.refused(), /не верује|сертификат/i);
      assert.is(stage.signed.length, 1);
    },
    { pfr: { kind: 'vpfr', tls: { validity } }, machine: { root: shop.root, buildTime: BUILD } },
  );
}
