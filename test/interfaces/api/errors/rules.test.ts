// The names of rules: each is used, documented, and has a text in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Rule, RULES } from '../../../../src/base/rules.js';
import { validationErrors } from '../../../../src/sales/invoicing/draft/refusals/validationErrors.js';
import { body } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Answers } from '../../../kit/answers.js';
import { read } from '../../../kit/client.js';
import { REFUSED_CALLS } from './refusedCalls.js';

const ROOT = join(import.meta.dirname, '../../../..');
const NAMES = Object.keys(RULES) as Rule[];

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('base', 'rules.ts'))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
  .join('\n');

test('a name has a group and says what is broken, in small letters', () => {
  for (const name of NAMES) assert.match(name, /^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

test('each rule is used somewhere', () => {
  const unused = NAMES.filter((name) => !name.startsWith('storage.') && !sources.includes(`'${name}'`));
  assert.equal(unused, []);
});

test('docs/api.md and the document list each rule with its meaning, and no other', async () => {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/api.md'), 'utf8').split('\n## Errors\n');
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| `([a-z]+\.[a-z0-9-]+)` +\| (.*?) +\|$/gm)].map(([, name, words]) => [
    name,
    words,
  ]);
  assert.equal(rows, Object.entries(RULES));
  await TestBox.during(async (box) => {
    const { text } = await box.anonymous.fetch('GET', '/openapi.json');
    for (const [name, meaning] of Object.entries(RULES)) {
      assert.ok(text.includes(JSON.stringify(`\`${name}\`: ${meaning}`).slice(1, -1)), name);
    }
  });
});

test('every refusal of the validator is a Serbian sentence and an English one, with a place', () => {
  const label = { sent: 'Ж', meant: null, allowed: ['Ђ'] };
  const samples: { readonly [N in keyof typeof validationErrors]: Parameters<(typeof validationErrors)[N]> } = {
    labelsDiffer: [0],
    labelInactive: [['items', 0, 'label'], label],
    labelRepeated: [0, 'Ђ'],
    quantityRoundsToZero: [0],
    issueTimeSkipped: [],
    issueTimeInFuture: [10],
    issueTimeTooEarly: ['2022'],
    tenderedDecimals: [],
    tenderedTooLittle: [100, 200],
    tenderedWithoutCash: [],
    tenderedNotTaken: [],
    imitates: [{ sentence: 'КРАЈ', field: { name: 'adText' } }],
    totalTooLarge: [100],
    totalNotPositive: [],
    paymentDisabled: [0, 'Card'],
    paymentsMismatch: [100, 200],
    closingNeedsPayments: [100, 200],
    refundNeedsReferent: [],
    refundNeedsBuyer: [],
    copyNeedsReferent: [],
    otherEnvironment: ['sandbox', 'production'],
    refundIneligible: ['КОПИЈА ПРОДАЈА'],
    copyIneligible: [],
    closeIneligible: ['КОПИЈА ПРОДАЈА'],
    advanceNotLast: ['A-A-1'],
    advanceBranches: ['A-A-1'],
    advancePartlyRefunded: ['A-A-1'],
    advanceClosedOtherwise: ['A-A-1', 'A-A-2'],
    advanceUsedUp: ['A-A-1'],
    restMismatch: [100, 200],
    restWithPayments: [],
    partNeedsKey: [],
    partWithEarlier: [],
    earlierOfOwn: ['A-A-1'],
    earlierNeedsKey: [],
    partOfNothing: [],
    advanceAboveDelivery: [100, 200],
    advanceReturnedAlone: ['A-A-2', 'A-A-1'],
    advanceTooLong: [500],
    advanceNameOfOther: [0, '10: Аванс (Ђ)', 'Ђ'],
    advanceQuantity: [0],
    headerKeyMalformed: [],
    keysDiffer: [],
    keyUsedForOther: [],
    refundKeyUsed: ['key:ar'],
    queueNeedsKey: [],
    waitsNowhere: [],
    queueUnreadable: [],
    printUnknown: ['kasa'],
  };
  for (const [name, sample] of Object.entries(samples)) {
    const refuse = validationErrors[name as keyof typeof validationErrors] as (
      ...values: readonly unknown[]
    ) => ReturnType<typeof validationErrors.keysDiffer>;
    const { message, messageEn, field, rule } = refuse(...sample);
    assert.match(message, /^[А-ЯЂЈЉЊЋЏ].*\.$/u, name);
    // Names and labels in it are Serbian, and stand in quotation marks.
    assert.match(messageEn.replaceAll(/„[^”]*”|"[^"]*"|active are: .*/g, ''), /^[A-Z][\x20-\x7e×]*$/, name);
    assert.match(field, /^(?:\/[A-Za-z]+(?:\/\d+\/[A-Za-z]+)?|uuid|Idempotency-Key)$/, name);
    assert.ok(rule in RULES, name);
  }
});

test('refused calls name their rule, their field and an English sentence', () =>
  TestBox.during(async (box) => {
    const client = await box.client();
    const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
    for (const [rule, field, call] of REFUSED_CALLS) {
      const reply = await call(client, uuid);
      const { error } = JSON.parse(reply.text) as Answers['Error'];
      assert.equal([error.rule, error.field], [rule, field], reply.text);
      assert.match(error.messageEn, /^[A-Za-z]/, rule);
      assert.match(error.requestId, /^[0-9a-f]{16}$/, rule);
    }
  }));

test.run();
