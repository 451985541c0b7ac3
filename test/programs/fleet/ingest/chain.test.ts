import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Chain, type ChainState, type Link, placeKey } from '../../../../src/programs/fleet/ingest/chain.js';
import { checkBox } from '../../../../src/programs/fleet/ingest/checkBoxes.js';
import type { Candidate } from '../../../../src/programs/fleet/ingest/recordStore.js';
import { ChainBox, type SentRecord } from '../../../kit/fleet/box.js';
import { seededRandom } from '../../../kit/random.js';

const EMPTY: ChainState = { frontier: null, holes: [], known: [], conflicts: new Map() };

function ledger(length: number): [ChainBox, SentRecord[]] {
  const box = ChainBox.numbered(1);
  const records = Array.from({ length }, (_, index) => {
    if (index % 3 === 0) box.silent();
    return box.sell({ total: 100 });
  });
  return [box, records];
}

const candidate = (link: Link, arrivedAt = 0): Candidate => ({
  ...link,
  ...{ shop: 'S', arrivedAt, storedAt: undefined, record: undefined },
});
const sequences = (list: readonly Link[]): number[] => list.map(({ sequence }) => sequence);

test('records that follow each other are taken, and a repeat is passed over', () => {
  const [, records] = ledger(5);
  const { taken, repeats, place } = checkBox(
    EMPTY,
    [...records, ...records].map((one) => candidate(one)),
    -1,
  );
  assert.is(taken.length, 5);
  assert.is(repeats.length, 5);
  assert.is(place?.sequence, records[4]!.sequence);
});

test('in whatever order and parts records come, each is taken once', () => {
  const random = seededRandom();
  for (let round = 0; round < 200; round += 1) {
    const [, records] = ledger(random.int(1, 30));
    const left = records.flatMap((one) => (random.oneIn(4) ? [one, one] : [one])).sort(() => random.next() - 0.5);
    let state = EMPTY;
    let waiting: Candidate[] = [];
    const taken: Link[] = [];
    while (left.length > 0) {
      const part = left.splice(0, random.int(1, 5)).map((one) => candidate(one));
      const judged = checkBox({ ...state, known: taken }, [...waiting, ...part], -1);
      assert.is(judged.conflicts.length, 0);
      taken.push(...judged.taken);
      waiting = [...judged.waits];
      state = { ...state, frontier: judged.place, holes: judged.holes };
    }
    assert.equal(sequences(taken), sequences(records));
  }
});

test('a record waits for the one before it, and when that is late a hole is left and filled later', () => {
  const [, records] = ledger(6);
  const [first, second, third, ...rest] = records;
  const early = checkBox(
    EMPTY,
    [first!, ...rest].map((one) => candidate(one, 10)),
    9,
  );
  assert.equal(sequences(early.waits), sequences(rest));
  const state = { ...EMPTY, frontier: early.place };
  const late = checkBox(
    state,
    rest.map((one) => candidate(one, 10)),
    10,
  );
  assert.equal(sequences(late.taken), sequences(rest));
  assert.is(late.skipped.length, 1);
  const [hole] = late.holes;
  assert.is(hole!.from?.sequence, first!.sequence);
  assert.is(hole!.to.sequence, third!.sequence);

  const behind = { ...state, frontier: late.place, holes: late.holes, known: [first!, ...rest] };
  const half = checkBox(behind, [candidate(second!)], -1);
  assert.equal(sequences(half.taken), [second!.sequence]);
  assert.is(half.place?.sequence, late.place?.sequence);
  const whole = checkBox({ ...behind, holes: half.holes }, [candidate(third!)], -1);
  assert.equal(sequences(whole.taken), [third!.sequence]);
  assert.equal(whole.holes, []);
});

test('what a restored box tells is a fork, all of it under one alarm', () => {
  const [box, records] = ledger(4);
  const other = box.restored('other');
  const ours = [box.sell({ total: 1 }), box.sell({ total: 2 })];
  const theirs = Array.from({ length: 6 }, () => other.sell({ total: 3 }));
  const first = checkBox(
    EMPTY,
    [...records, ...ours].map((one) => candidate(one)),
    -1,
  );
  assert.is(first.taken.length, 6);
  const state = { ...EMPTY, frontier: first.place, known: first.taken };
  const { taken, conflicts, waits } = checkBox(
    state,
    theirs.map((one) => candidate(one)),
    0,
  );
  assert.equal([taken.length, waits.length], [0, 0]);
  assert.equal(sequences(conflicts), sequences(theirs));
  const last = records[3]!;
  assert.equal(
    new Set(conflicts.map(({ alarm }) => alarm)),
    new Set([`fork ${last.sequence}:${last.hash.slice(0, 16)}`]),
  );
});

test('what follows a record of a fork that is kept already is of that fork', () => {
  const [box, records] = ledger(2);
  const other = box.restored('other');
  const theirs = [other.sell({ total: 1 }), other.sell({ total: 1 })];
  const known = [...records, box.sell({ total: 9 })];
  const first = checkBox(
    EMPTY,
    known.map((one) => candidate(one)),
    -1,
  );
  const conflicts = new Map([[`${theirs[0]!.sequence}:${theirs[0]!.hash.slice(0, 16)}`, 'fork somewhere']]);
  const chain = new Chain({ ...EMPTY, frontier: first.place, conflicts }, []);
  assert.equal(chain.judge(theirs[1]!), { kind: 'conflict', alarm: 'fork somewhere' });
});

test('another content at the place of a record is a change where what follows names the first one, else a fork', () => {
  const [, records] = ledger(3);
  const second = records[1]!;
  const forged = { ...second, hash: 'f'.repeat(64) };
  const state = {
    ...EMPTY,
    frontier: { sequence: records[2]!.sequence, hash: records[2]!.hash.slice(0, 16) },
    known: records,
  };
  const changed = { kind: 'conflict', alarm: `changed 1:${second.sequence}` };
  const fork = { kind: 'conflict', alarm: `fork ${placeKey(second.after!)}` };
  const third = records[2]!;
  const behind = { sequence: forged.sequence, hash: forged.hash.slice(0, 16) };
  assert.equal(new Chain(state, [forged, third]).judge(forged), changed, 'the third still names the old one');
  assert.equal(new Chain(state, [forged, { ...third, after: behind }]).judge(forged), changed, 'or its new name');
  assert.equal(new Chain(state, [forged]).judge(forged), fork, 'nothing shows how it goes on');
  const other = { ...third, hash: 'e'.repeat(64), after: behind };
  assert.equal(new Chain(state, [forged, other, third]).judge(forged), fork, 'it goes on by itself');
});

test('a record between two that follow each other is a fork', () => {
  const box = ChainBox.numbered(1);
  const first = box.sell({ total: 1 });
  box.silent();
  const second = box.sell({ total: 1 });
  const state = { ...EMPTY, frontier: { sequence: 3, hash: second.hash.slice(0, 16) } };
  const between = {
    ...second,
    sequence: 2,
    hash: 'e'.repeat(64),
    after: { sequence: 1, hash: first.hash.slice(0, 16) },
  };
  assert.is(new Chain(state, []).judge(between).kind, 'conflict');
});

test('a ledger that begins anew under the same id is a fork', () => {
  const [, records] = ledger(2);
  const anew = new ChainBox(ChainBox.numbered(1).name, 'KIOSK', 'anew');
  anew.sequence = 50;
  const first = checkBox(
    EMPTY,
    records.map((one) => candidate(one)),
    -1,
  );
  const chain = new Chain({ ...EMPTY, frontier: first.place }, []);
  assert.equal(chain.judge(anew.sell({ total: 1 })), { kind: 'conflict', alarm: 'fork start' });
});

test('a box that leaves out one record after the other gets so many holes, and the rest of it waits', () => {
  const box = ChainBox.numbered(1);
  const records = Array.from({ length: 2000 }, () => {
    box.sell({ total: 1 });
    return box.sell({ total: 1 });
  });
  const { taken, waits, holes, skipped } = checkBox(
    EMPTY,
    records.map((one) => candidate(one)),
    0,
  );
  assert.equal([holes.length, skipped.length, taken.length, waits.length], [200, 200, 200, 1800]);
  const again = checkBox({ ...EMPTY, frontier: taken.at(-1)!, holes, known: taken }, waits, 0);
  assert.equal([again.taken.length, again.waits.length], [0, 1800]);
});

test.run();
