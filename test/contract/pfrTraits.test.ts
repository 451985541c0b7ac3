import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PFR_MODES } from '../../src/contract/fiscal.js';
import { PFR_TRAITS, readPfrNumber, stepsBetween } from '../../src/contract/pfrTraits.js';

type PfrTraits = (typeof PFR_TRAITS)[keyof typeof PFR_TRAITS];

const SRC = join(import.meta.dirname, '../../src');

/** The files that may name a mode: the list of them, their traits, their settings, and what makes a processor of each kind. */
const NAMING_A_MODE = [
  'contract/fiscal.ts',
  'contract/pfrTraits.ts',
  'processors/pfr/demo/processor.ts',
  'processors/pfr/processors.ts',
  'shop/settings/pfr.ts',
];

/** Prettier gives every literal these quotes; comments and texts have others. */
const MODE_LITERAL = /'(?:demo|lpfr|vpfr)'/;

function traitsOf(mode: keyof typeof PFR_TRAITS): string[] {
  return (Object.keys(PFR_TRAITS[mode]) as (keyof PfrTraits)[]).filter((trait) => PFR_TRAITS[mode][trait]);
}

/** What runs in a browser has a form and words for each kind, and decides nothing. */
const PAGES = 'interfaces/web/client/';
/** Examples of answers, which decide nothing either. */
const EXAMPLES = 'interfaces/api/examples.ts';

/** The files of src whose text matches, sorted. */
function filesWith(pattern: RegExp): string[] {
  const all = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => file.endsWith('.ts') && !file.startsWith(PAGES) && file !== EXAMPLES);
  return files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8'))).sort();
}

test('the traits of each kind of processor are these', () => {
  const remote = ['isRemote', 'issuesRealReceipts', 'hasOwnRates', 'drawsQrCode'];
  assert.equal(traitsOf('demo'), ['hasOneSigner']);
  assert.equal(traitsOf('lpfr'), [...remote, 'hasCard', 'hasOneSigner']);
  assert.equal(traitsOf('vpfr'), [...remote, 'needsCertificate', 'isOnInternet']);
  assert.equal(Object.keys(PFR_TRAITS), [...PFR_MODES]);
});

test('no other file names a mode: what differs between the kinds stands in the table', () => {
  assert.equal(filesWith(MODE_LITERAL), NAMING_A_MODE);
});

test('no file asks for the kind of a processor by its mutex', () => {
  assert.equal(filesWith(/\.mutex [!=]== null/), []);
});

test('a PFR number is read into its parts, and nothing else is', () => {
  const parts = { requestedBy: 'WHKV8WJH', signedBy: 'GFB38TO0', counter: 16 };
  assert.equal(readPfrNumber('WHKV8WJH-GFB38TO0-16'), parts);
  assert.is(readPfrNumber('whkv8wjh-gfb38to0-4294967295')?.counter, 4_294_967_295);
  for (const text of [
    '',
    'WHKV8WJH-GFB38TO0',
    'WHKV8WJH-GFB38TO0-',
    'XXXXXXXX-AB123456-159-1',
    ' WHKV8WJH-GFB38TO0-16',
  ]) {
    assert.is(readPfrNumber(text), undefined, text);
  }
});

test('steps are counted between numbers of the same two elements only', () => {
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'AAAAAAAA-AAAAAAAA-10'), 1);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-10', 'AAAAAAAA-AAAAAAAA-10'), 0);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-10', 'AAAAAAAA-AAAAAAAA-7'), -3);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'BBBBBBBB-BBBBBBBB-10'), undefined);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'AAAAAAAA-BBBBBBBB-10'), undefined);
  assert.is(stepsBetween('', 'AAAAAAAA-AAAAAAAA-10'), undefined);
});

test.run();
