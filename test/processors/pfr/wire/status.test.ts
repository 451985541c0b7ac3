import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findingsOf } from '../../../../src/processors/pfr/wire/pfrCodes.js';
import { readStatus } from '../../../../src/processors/pfr/wire/status.js';

const LPFR = {
  isPinRequired: false,
  auditRequired: false,
  sdcDateTime: '2026-11-21T10:00:00.5+01:00',
  lastInvoiceNumber: 'ORG674J1-ORG674J1-98637',
  protocolVersion: '1.0.0.0',
  deviceSerialNumber: '0108-0012-ASDJKA1SDJL2A',
  mssc: [],
  gsc: ['0100', '0210'],
  supportedLanguages: ['sr-Cyrl-RS', 'en-US'],
  uid: 'ORG674J1',
  taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs',
  currentTaxRates: { groupId: 5, validFrom: '2022-01-01T00:00:00Z', taxCategories: [] },
  allTaxRates: [],
};

test('the status of an L-PFR', () => {
  const { currentTaxRates: _current, allTaxRates: _all, ...fields } = LPFR;
  assert.equal(readStatus(LPFR), {
    uid: 'ORG674J1',
    lastInvoiceNumber: 'ORG674J1-ORG674J1-98637',
    time: Date.UTC(2026, 10, 21, 9, 0, 0, 500),
    gsc: ['0100', '0210'],
    isPinRequired: false,
    rates: [{ groupId: '5', validFrom: Date.UTC(2022, 0, 1), categories: [] }],
    taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs',
    fields,
  });
});

test('the status of a V-PFR has no codes, no PIN and no last number', () => {
  const { gsc: _gsc, isPinRequired: _pin, lastInvoiceNumber: _last, ...vpfr } = LPFR;
  const state = readStatus({ ...vpfr, currentTaxRates: [LPFR.currentTaxRates] });
  assert.equal(state?.gsc, []);
  assert.is(state?.isPinRequired, false);
  assert.is(state?.lastInvoiceNumber, null);
  assert.is(state?.rates.length, 1);
});

test('no number yet is an empty text, which is not the same as none told', () => {
  assert.is(readStatus({ ...LPFR, lastInvoiceNumber: '' })?.lastInvoiceNumber, '');
  assert.is(readStatus({ ...LPFR, lastInvoiceNumber: null })?.lastInvoiceNumber, null);
});

test('codes come as numbers and texts, each once', () => {
  assert.equal(readStatus({ ...LPFR, gsc: [1300, '1500', 210, '0210', 'x', null] })?.gsc, ['1300', '1500', '0210']);
  assert.is(readStatus({ ...LPFR, gsc: [1500] })?.isPinRequired, true);
  assert.is(readStatus({ ...LPFR, isPinRequired: true })?.isPinRequired, true);
});

test('the whole table of codes instead of a state says nothing, and the flag decides', () => {
  const gsc = [0, 100, 210, 220, 1100, 1300, 1400, 1500, 2100, 2210];
  const state = readStatus({ ...LPFR, gsc });
  assert.equal(state && findingsOf(state.gsc, state.isPinRequired), []);
  assert.is(readStatus({ ...LPFR, gsc, isPinRequired: true })?.isPinRequired, true);
});

test('members of a wrong kind are as if they were not there', () => {
  const wrong = { uid: 7, sdcDateTime: 'now', gsc: 'none', isPinRequired: 'yes', lastInvoiceNumber: 5, taxCoreApi: [] };
  const state = readStatus(wrong);
  assert.ok(state);
  const { fields: _, ...read } = state;
  const nothing = { lastInvoiceNumber: null, time: null, gsc: [], isPinRequired: false, rates: [], taxCoreApi: null };
  assert.equal(read, { uid: '', ...nothing });
});

test('fields hold the plain members only, and not too much of them', () => {
  const big = Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [`field${id}`, 'x'.repeat(200)]));
  const state = readStatus({ ...LPFR, object: {}, mixed: ['a', 1], long: 'x'.repeat(301), none: null, ...big });
  const names = Object.keys(state?.fields ?? {});
  assert.ok(names.includes('uid') && names.includes('field0') && names.length < 100);
  for (const name of ['currentTaxRates', 'allTaxRates', 'object', 'mixed', 'long', 'none', 'field999']) {
    assert.not.ok(names.includes(name), name);
  }
});

test('a text of 300 characters and a list of 50 texts are shown; longer ones are not', () => {
  const list = (length: number): readonly string[] => Array<string>(length).fill('a');
  const right = { text: 'x'.repeat(300), list: list(50), inList: ['x'.repeat(300)] };
  const long = { longText: 'x'.repeat(301), longList: list(51), longInList: ['x'.repeat(301)] };
  const { fields = {} } = readStatus({ gsc: [], ...right, ...long }) ?? {};
  assert.equal(fields, { gsc: [], ...right });
  assert.is(readStatus({ uid: 'x'.repeat(301) })?.uid, '');
});

test('of many codes the first 50 are read; of those for a connection, one alone is a state', () => {
  const codes = Array.from({ length: 60 }, (_, at) => String(3000 + at));
  assert.equal(readStatus({ gsc: codes })?.gsc, codes.slice(0, 50));
  for (const gsc of [['0210'], ['0220', '1300']]) assert.equal(readStatus({ gsc })?.gsc, gsc);
});

test('texts are shown without what cannot be seen, and under plain names only', () => {
  const invisible =
    '\u0000\u0007\u001b\r\n\u007f\u0085\u00ad\u034f\u115f\u200b\u200e\u202e\u2028\u2029\u2066\u3164\ufe0f\ufeff\ufff0\u{e0041}\ud800';
  const signs = Array.from(invisible);
  const spread = Array.from('Teron ЛПФР 1.0', (sign, at) => sign + (signs[at] ?? '')).join('') + invisible;
  const state = readStatus({ ...LPFR, uid: `ORG6\u202e74J1`, make: spread, list: [spread, 'x'], model_2: 'ž' });
  assert.is(state?.uid, 'ORG674J1');
  assert.is(state?.fields['uid'], 'ORG674J1');
  assert.is(state?.fields['make'], 'Teron ЛПФР 1.0');
  assert.equal(state?.fields['list'], ['Teron ЛПФР 1.0', 'x']);
  assert.is(state?.fields['model_2'], 'ž');
  const names = ['', '1st', 'a b', 'a.b', 'a-b', 'uid\u200b', '\u202euid', 'шифра', '__proto__', 'a\n', 'x'.repeat(41)];
  const odd = readStatus(
    JSON.parse(JSON.stringify({ ...LPFR, ...Object.fromEntries(names.map((name) => [name, 1])) })),
  );
  assert.equal(odd?.fields, readStatus(LPFR)?.fields);
  assert.is(readStatus({ ...LPFR, ['x'.repeat(40)]: 1 })?.fields['x'.repeat(40)], 1);
});

test('one member that only a status has makes a status', () => {
  for (const name of ['gsc', 'uid', 'sdcDateTime', 'currentTaxRates']) assert.ok(readStatus({ [name]: null }), name);
  assert.is(readStatus({ allTaxRates: [], taxCoreApi: '' }), undefined);
});

test('rates are read from both lists, and are not shown among the fields in any form', () => {
  const { currentTaxRates, ...rest } = LPFR;
  const allTaxRates = [{ ...currentTaxRates, groupId: 6 }];
  const groups = (status: unknown): string[] => readStatus(status)?.rates.map(({ groupId }) => groupId) ?? [];
  assert.equal(groups({ ...LPFR, allTaxRates }), ['5', '6']);
  assert.equal(groups({ ...rest, allTaxRates }), ['6']);
  assert.equal(readStatus({ gsc: [], currentTaxRates: 'none', allTaxRates: ['none'] })?.fields, { gsc: [] });
});

test('what is no status is none', () => {
  for (const value of [undefined, null, 5, 'ok', [], {}, { message: 'no' }, { environmentName: 'x' }]) {
    assert.is(readStatus(value), undefined);
  }
});

test.run();
