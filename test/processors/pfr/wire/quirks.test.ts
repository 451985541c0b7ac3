import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../../../src/base/log.js';
import type { Quirk } from '../../../../src/processors/pfr/port.js';
import { QuirkLog } from '../../../../src/processors/pfr/wire/quirks.js';
import { HandClock } from '../../../kit/handClock.js';
import { JID, resultOf, sale, signRequest } from './answers.js';
import type { WireObject } from './answers.js';
import { assertAccepted, assertOdd, changed, check } from './checkedAnswers.js';

const tax = (label: string, amount: number): WireObject => ({ label, categoryName: 'VAT', rate: 20, amount });

/** Harmless deviations, and the quirk of each. */
const ODDITIES: readonly [Quirk, readonly WireObject[]][] = [
  [
    'missingMember',
    ['requestedBy', 'signedBy', 'invoiceNumber', 'totalCounter', 'transactionTypeCounter', 'totalAmount']
      .flatMap((name) => [undefined, null, '', {}].map((value) => ({ [name]: value })))
      .concat([undefined, 'yesterday', 7].map((sdcDateTime) => ({ sdcDateTime })))
      .concat([{ totalCounter: 1.5 }, { totalAmount: -1 }, { totalAmount: 'nothing' }]),
  ],
  [
    'invoiceNumber',
    [`${JID}-${JID}-0011389`, ` ${JID}-${JID}-11389 `, `${JID}-${JID}-11389`.toLowerCase()].map((invoiceNumber) => ({
      invoiceNumber,
    })),
  ],
  [
    'invoiceCounter',
    ['8652/11389', '8652 / 11389 ПП', '8652/11389ПР', '8652/11389PP', 'ПП', '', null, undefined, 7]
      .concat([`8652/11389NS${' '.repeat(19)}`, 'No. 8652/11389NS'])
      .map((invoiceCounter) => ({ invoiceCounter })),
  ],
  ['invoiceCounterExtension', [{ invoiceCounterExtension: 'ПР' }, { invoiceCounterExtension: 'NS' }]],
  [
    'blocks',
    [null, undefined, 'x', Buffer.alloc(256).toString('base64')].flatMap((block) => [
      { encryptedInternalData: block },
      { signature: block },
    ]),
  ],
  [
    'controls',
    [
      { businessName: 'Пекара \u001b@Ђурђевак д.о.о.\u0007'.replace('@', '') },
      { verificationUrl: `\u0000${String(resultOf(sale())['verificationUrl']).replace('?', '\r\n?')}\u202e` },
      { journal: `\u001b${String(resultOf(sale())['journal'])}\u0000\ud800` },
    ],
  ],
  ['journalMissing', [null, undefined, '', 7].map((journal) => ({ journal }))],
  ['journalTooLong', [{ journal: 'Хлеб'.repeat(5000) }]],
  ['journalWithoutItems', [{ journal: 'Hleb' }]],
  ['extraLabel', [{ taxItems: [tax('Ђ', 46.83), tax('Е', 46.83), tax('Г', 0), tax('А', 0.0001)] }]],
  [
    'missingLabel',
    [undefined, null, {}, [], [null], [tax('Ђ', 46.83)], [tax('Ђ', 46.83), { label: 'Е' }]].map((taxItems) => ({
      taxItems,
    })),
  ],
  ['repeatedLabel', [{ taxItems: [tax('Ђ', 20), tax('Ђ', 26.83), tax('Е', 10.33)] }]],
];

for (const [quirk, changes] of ODDITIES) {
  test(`what is only odd does not make a signed receipt a lost one: ${quirk}`, () => {
    const right = assertAccepted(resultOf(sale()));
    for (const change of changes) {
      const { journal, taxItems, ...signature } = assertOdd([quirk], changed(change));
      const { journal: _journal, taxItems: _taxItems, ...expected } = right;
      assert.equal(signature, expected, 'what was signed is what the link says');
      assert.ok(journal === '' || journal === 'Hleb' || journal === right.journal);
      assert.equal(
        taxItems.map(({ label, total }) => [label, total]),
        [
          ['Ђ', 281_00],
          ['Е', 62_00],
        ],
      );
    }
  });
}

test('several oddities are told together, also where the link is all that there is', () => {
  const { verificationUrl, businessName } = resultOf(sale());
  const quirks: Quirk[] = ['missingMember', 'invoiceCounter', 'blocks', 'journalMissing', 'missingLabel'];
  const { invoiceCounter, taxItems } = assertOdd(quirks, { verificationUrl, businessName });
  assert.is(invoiceCounter, '8652/11389ПП');
  assert.equal(taxItems, [
    { label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 46_83, total: 281_00 },
    { label: 'Е', categoryName: 'П-ПДВ', rate: 10, amount: 5_64, total: 62_00 },
  ]);
});

test('no text of an answer gets in with what drives a printer, a terminal or a mail program', () => {
  const wild = '\u001b@\u0007\r\nа\u202e\u2028б\ud800';
  const tame = '@аб';
  const { extra, company } = assertOdd(
    ['controls'],
    changed({ messages: wild, [`n${wild}`]: [{ a: [wild] }], district: wild }),
  );
  assert.is(extra?.['messages'], tame);
  assert.equal(extra?.[`n${tame}`], [{ a: [tame] }]);
  assert.is(company.district, tame);
  assert.not.match(JSON.stringify(extra), /\\u|\\r|\\n/);
});

test('where a label has no tax, or several, it is worked out by the rate that is known', () => {
  const repeated = changed({ taxItems: [tax('Ђ', 20), tax('Ђ', 26.83), tax('Е', 5.64)] });
  assert.is(assertOdd(['repeatedLabel'], repeated).taxItems[0]?.amount, 46_83);
  const unknown = { ...signRequest(), taxLabels: [] };
  assert.is(assertOdd(['repeatedLabel'], repeated, unknown).taxItems[0]?.amount, 20_00);
  assert.equal(assertOdd(['missingLabel'], changed({ taxItems: [] }), unknown).taxItems, []);
});

test('a tax that is known to be an amount for each unit is stored as one, also when its kind was not sent', () => {
  const taxLabels = signRequest().taxLabels.map((label) =>
    label.label === 'Е' ? { ...label, perUnit: true as const } : label,
  );
  const { taxItems } = assertAccepted(resultOf(sale()), { ...signRequest(), taxLabels });
  assert.equal(
    taxItems.map(({ label, perUnit, amount }) => [label, perUnit, amount]),
    [
      ['Ђ', undefined, 46_83],
      ['Е', true, 46_83],
    ],
  );
  assert.not.ok('perUnit' in (taxItems[0] ?? {}));
});

test('a tax for a label that nobody asked for contradicts the request', () => {
  for (const extra of [tax('Г', 0.01), tax('A', 46.83)]) {
    assert.is(check(changed({ taxItems: [tax('Ђ', 46.83), tax('Е', 10.33), extra] })), 'labels');
  }
});

test('a journal needs to name one of the items, wherever it breaks the name and however it writes it', () => {
  const names = ['СЕНДВИЧ СА ШУНК\r\nОМ И КАЧК', 'x\nхлеб /ком', 'К и ф л а'];
  for (const journal of names) assertAccepted(changed({ journal }));
  for (const journal of ['Сендвич са шунком', 'Hleb', '...']) assertOdd(['journalWithoutItems'], changed({ journal }));
});

test('a journal longer than such a receipt can need is left out, whatever it says', () => {
  const [first] = sale().lines;
  assert.ok(first);
  const wide = sale({ lines: [...sale().lines, { ...first, name: 'Ж'.repeat(2048) }] });
  for (const draft of [sale(), wide]) {
    const room = 4000 + draft.lines.reduce((sum, { name }) => sum + 2 * name.length + 400, 0);
    const judged = (quirks: readonly Quirk[], journal: string): string =>
      assertOdd(quirks, { ...resultOf(draft), journal }, signRequest(draft)).journal;
    const whole = 'Кифла'.padEnd(room, '.');
    assert.is(judged([], whole).length, room);
    assert.is(judged(['journalTooLong'], `${whole}.`), '');
    assert.is(judged(['journalTooLong'], '.'.repeat(room + 1)), '');
  }
});

const DAY_MS = 24 * 60 * 60 * 1000;

function quirkLog() {
  const clock = new HandClock();
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), clock.now);
  return { clock, lines, quirks: new QuirkLog({ clock, log, environment: 'sandbox' }) };
}

test('a quirk of a processor is logged once a day by the monotonic clock, however often it comes', () => {
  const { clock, lines, quirks } = quirkLog();
  for (let receipt = 0; receipt < 10; receipt += 1) quirks.note('FAKE7PFR', ['blocks', 'extraLabel']);
  assert.is(lines.length, 2);
  assert.match(lines[0] ?? '', /"event":"pfr\.quirk".*"environment":"sandbox".*"uid":"FAKE7PFR".*"quirk":"blocks"/);
  clock.wallError = 3 * DAY_MS;
  clock.pass(DAY_MS - 1);
  quirks.note('FAKE7PFR', ['blocks']);
  assert.is(lines.length, 2);
  clock.pass(1);
  quirks.note('FAKE7PFR', ['blocks']);
  quirks.note('FAKE7PFR', ['blocks']);
  assert.is(lines.length, 3);
});

test('another processor and another quirk are logged for themselves; each is named once', () => {
  const { lines, quirks } = quirkLog();
  assert.equal(quirks.names, []);
  quirks.note('FAKE7PFR', ['blocks']);
  quirks.note('OTHER777', ['blocks']);
  quirks.note('OTHER777', ['journalMissing']);
  quirks.note('OTHER777', []);
  assert.is(lines.length, 3);
  assert.equal(quirks.names, ['blocks', 'journalMissing']);
});

test('what is remembered is bounded, whatever names processors give themselves', () => {
  const { lines, quirks } = quirkLog();
  for (let card = 0; card < 1000; card += 1) quirks.note(`CARD${String(card).padStart(4, '0')}`, ['blocks']);
  assert.is(lines.length, 1000);
  quirks.note('CARD0999', ['blocks']);
  assert.is(lines.length, 1000, 'the latest are remembered');
  quirks.note('CARD0000', ['blocks']);
  assert.is(lines.length, 1001, 'the oldest were forgotten');
});

test('what was logged again counts as new: others are forgotten before it', () => {
  const { clock, lines, quirks } = quirkLog();
  for (let card = 0; card < 200; card += 1) quirks.note(`CARD${card}`, ['blocks']);
  clock.pass(24 * 60 * 60 * 1000);
  for (const uid of ['CARD0', 'OTHER777', 'CARD0']) quirks.note(uid, ['blocks']);
  assert.is(lines.length, 202);
});

test.run();
