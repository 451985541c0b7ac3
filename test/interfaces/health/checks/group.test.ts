import { verbatim } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { GroupReport } from '../../../../src/outward/group/standings.js';
import { groupCheck } from '../../../../src/interfaces/health/checks/group.js';
import { NOON } from '../../../kit/ledger.js';

const REPORT: GroupReport = {
  ...({ part: 'catalogue', group: 'kiosks', mode: 'follow', inUse: 3, next: null } as const),
  ...{ fault: null, held: null, older: null, unheard: null },
};
const PARTS = { now: () => NOON };
const NEXT = { version: 4, validFrom: null, decision: 'none' } as const;

function look(change: Partial<GroupReport>) {
  const [finding] = groupCheck.run({ ...PARTS, group: () => [{ ...REPORT, ...change }] });
  assert.ok(finding);
  for (const words of [finding.found, finding.action]) {
    if (words === null) continue;
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ]/);
    assert.match(words.en, /^[A-Z]/);
    assert.not.match(words.sr + words.en, / {2}|undefined|null/);
  }
  return finding;
}

test('a box by itself is told nothing, and one of a group which version it has', () => {
  assert.equal(groupCheck.run({ ...PARTS, group: () => [] }), []);
  assert.is(look({}).found.en, 'The box uses version 3 of the catalogue of group kiosks.');
  assert.is(look({}).found.sr, 'Уређај ради по верзији 3 листе артикала групе kiosks.');
  assert.match(
    look({ inUse: null, part: 'settings' }).found.en,
    /No version of the settings of group kiosks has been applied yet/,
  );
  // That there is nothing on the server is no fault.
  assert.is(look({ inUse: null, unheard: 'missing' }).state, 'ok');
});

test('a version that waits for its time is no fault, and one that waits for a person is', () => {
  const next = { ...NEXT, validFrom: NOON + 3_600_000 };
  const waiting = look({ next });
  assert.is(waiting.state, 'ok');
  assert.match(waiting.found.en, /^Version 4 of the catalogue of group kiosks, valid from 2026-.*, has arrived\.$/);
  const offered = look({ mode: 'offer', next });
  assert.is(offered.state, 'warning');
  assert.match(offered.found.en, /valid from 2026-\S+ \S+, awaits a decision\.$/);
  assert.match(look({ mode: 'offer', next: NEXT }).found.sr, /^Верзија 4 листе артикала групе kiosks чека одлуку\.$/);
  assert.is(look({ mode: 'offer', next: { ...NEXT, decision: 'refused' } }).state, 'ok');
  assert.is(look({ mode: 'offer', next: { ...next, decision: 'taken' } }).state, 'ok');
});

test('a fault, a right that is missing and an older version are warnings, each with what to do', () => {
  const fault = look({
    next: NEXT,
    fault: { version: 4, text: verbatim('item 2: label "Г" is not an active tax label') },
  });
  assert.match(fault.found.en, /\(4\) was not applied because it has errors/);
  assert.is(fault.proof?.en, 'item 2: label "Г" is not an active tax label');
  assert.match(fault.action?.en ?? '', /kasirbox fleet catalogue/);
  assert.match(
    look({ fault: { version: null, text: verbatim('it has a wrong form') } }).found.sr,
    /^Верзија листе артикала групе kiosks/,
  );
  assert.match(look({ unheard: 'refused' }).action?.en ?? '', /access to catalogue\.kiosks/);
  const older = look({ older: 1 });
  assert.match(older.found.en, /has version 1 .*, but the box has the newer 3; an older version is not applied/);
  assert.match(older.action?.sr ?? '', /--version 4\.$/);
  const another = look({ older: 3 });
  assert.match(another.found.en, /has a version 3 of .* that differs from the box's; it is not applied/);
  assert.match(another.found.sr, /под бројем 3 има другу верзију листе артикала групе kiosks него уређај/);
  assert.match(another.action?.en ?? '', /--version 4\.$/);
});

test('a version that the box cannot keep now is a warning that says until when, or that the storage is at fault', () => {
  const many = look({ held: { version: 40, until: NOON + 3_600_000 } });
  assert.is(many.state, 'warning');
  assert.match(
    many.found.en,
    /^Version 40 of .* waits until 2026-11-21 13:00:00, because more arrived than the box stores/,
  );
  assert.match(
    many.found.sr,
    /^Верзија 40 листе артикала групе kiosks чека до 21\.11\.2026\. 13:00:00, јер их је стигло више/,
  );
  assert.match(many.action?.en ?? '', /owner\.seed/);
  const full = look({ held: { version: 40, until: null } });
  assert.is(full.state, 'warning');
  assert.match(full.found.en, /^Version 40 of .* was not applied because the box cannot store it/);
  assert.match(full.action?.sr ?? '', /kasirbox doctor/);
});

test.run();
