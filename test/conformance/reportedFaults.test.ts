// The kit reports an installation that breaks a sentence.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  stopProxiedBox,
  inAnswer,
  inPlaceOf,
  inSheet,
  ISSUE,
  runChecks,
  startProxiedBox,
  part,
  proxy,
  failures,
} from './proxiedBox.js';
import type { Passing } from './proxy.js';
import { failed } from './report.js';
import { Impossible } from './run.js';
import type { SentenceId } from './sentences/index.js';
import { Turns } from '../kit/turns.js';

/** Each checks a box. */
const turns = new Turns(20);

test.before(async () => {
  await startProxiedBox();
});
test.after(stopProxiedBox);

/** Sentences of every part of the contract, each with a fault that breaks it. */
const FAULTS: readonly (readonly [SentenceId, (answer: Passing) => unknown])[] = [
  ['post.201', inPlaceOf(ISSUE, 201, 200)],
  ['me.scope', inAnswer(/\/me$/, (body) => delete body['scope'])],
  ['me.permissions', inAnswer(/\/me$/, (body) => (body['permissions'] = ['invoices:read']))],
  ['status.esirNumber', inAnswer(/\/status$/, (body) => (body['esirNumber'] = '742'))],
  ['errors.404.path', (answer) => (answer.text = answer.text.replace('"not_found"', '"missing"'))],
  ['errors.404.uuid', inPlaceOf(/./, 404, 410)],
  [
    'error.validator',
    (answer) => (answer.text = answer.text.replace(/"message":"[^"]*[а-я][^"]*"/i, '"message":"wrong"')),
  ],
  ['general.7.flag', inAnswer(ISSUE, (body) => (part(body, 'pfr')['demo'] = false))],
  ['general.10.origin', (answer) => delete answer.headers['access-control-allow-origin']],
  ['general.10.credentials', (answer) => (answer.headers['access-control-allow-credentials'] = 'true')],
  ['general.1.journal', ({ path, headers }) => path.endsWith('/journal') && delete headers['content-type']],
  [
    'journal.columns',
    (answer) => (answer.text = answer.path.endsWith('/journal') ? answer.text.replace('=', '===') : answer.text),
  ],
  ['list.newest', inAnswer(/GET .*\/invoices(?:\?|$)/, (body) => (body['invoices'] as unknown[]).reverse())],
  ['invoice.total', inAnswer(ISSUE, (body) => (body['total'] = String(body['total'])))],
  ['taxItem.amount', inAnswer(ISSUE, (body) => ((body['taxItems'] as Record<string, unknown>[])[0]!['amount'] = 1))],
  ['post.cashier.default', inAnswer(ISSUE, (body) => (body['cashier'] = 'Каса'))],
  ['errors.case.adText', inPlaceOf(ISSUE, 422, 400)],
  ['refund.referent', inAnswer(/\/refund$/, (body) => (body['referentDocumentNumber'] = null))],
  ['copy.201', inAnswer(/\/copy$/, (body) => (body['invoiceType'] = 'Normal'))],
  ['close.keys', inAnswer(/\/close-advance$/, (body) => delete body['advanceRefund'])],
  [
    'post.rule.6.Ђ',
    inAnswer(ISSUE, (body) => (body['journal'] = String(body['journal']).replace('10: Аванс', 'Аванс'))),
  ],
  [
    'post.rule.6.quantity',
    inAnswer(ISSUE, (body) => (body['journal'] = String(body['journal']).replace(' 1 ', ' 2 '))),
  ],
  ['post.rule.6.other-label', inPlaceOf(ISSUE, 422, 400)],
  [
    'post.referentDocumentNumber.spelling',
    inAnswer(ISSUE, (body) => {
      const { referentDocumentNumber: number } = body;
      if (typeof number === 'string') body['referentDocumentNumber'] = number.toLowerCase();
    }),
  ],
  ['email.to.max', inPlaceOf(/email$/, 409, 422)],
  ['document.a4', inSheet((html) => html.replace('<td>Кифла са сусамом', '<td>'))],
  [
    'document.a4.default',
    (answer) => (answer.text = answer.path.endsWith('/document') ? answer.text.replaceAll('Кафа', 'Чај') : answer.text),
  ],
  ['document.base', inSheet((html) => html.replaceAll('https://shop.example/', '/'))],
  ['document.sheet', (answer) => (answer.text = answer.text.replace('<!--/sheet-->', ''))],
  ['summary.turnover', inAnswer(/\/reports\/summary/, (body) => (part(body, 'totals')['turnover'] = 0))],
  ['summary.rule', inAnswer(/\/reports\/summary/, (body) => (body['rule'] = 'Правило промета'))],
  ['items.list.sorted', inAnswer(/GET .*\/items$/, (body) => (body['items'] as unknown[]).reverse())],
  ['items.delete', inAnswer(/DELETE/, (body) => (body['ok'] = 'true'))],
  ['auth.3.invalid', inPlaceOf(/./, 401, 403)],
  [
    'openapi.valid',
    (answer) => (answer.text = answer.text.replace('"openapi":"3.1.0"', '"openapi":"3.1.0","paths ":1')),
  ],
  ['idempotency.repeat', (answer) => delete answer.headers['idempotency-replayed']],
  ['versioning.4.delete', inPlaceOf(/^DELETE/, 404, 200)],
];

turns.test('no sentence of the sample fails while nothing is spoiled', async () => {
  const findings = await runChecks(FAULTS.map(([sentence]) => sentence));
  assert.equal([...failed(findings)], [], failures.join('\n'));
  for (const [sentence] of FAULTS) assert.ok(findings.checked.has(sentence), sentence);
});

for (const [sentence, spoil] of FAULTS) {
  turns.test(`${sentence} is found broken, in one line with the sentence, the call and the answer`, async () => {
    let started = false;
    proxy.spoil = (answer) => {
      // What the run looks at before it begins stays whole.
      started ||= answer.path.endsWith('/tax-labels');
      if (started && !answer.path.endsWith('/tax-labels')) spoil(answer);
    };
    try {
      const findings = await runChecks([sentence]);
      assert.ok(failed(findings).has(sentence));
      assert.match(
        failures.join('\n'),
        new RegExp(`^FAIL ${sentence.replaceAll('.', '\\.')} \\(.+ \\| [A-Z]+ /.+ → \\d{3} `, 'm'),
      );
    } finally {
      proxy.spoil = () => undefined;
    }
  });
}

turns.test('an answer that /openapi.json does not announce is a failure', async () => {
  proxy.spoil = inAnswer(/\/openapi\.json/, (body) => {
    const paths = body['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;
    delete paths['/invoices']?.['post']?.responses['201'];
  });
  try {
    const findings = await runChecks(['post.201']);
    assert.ok(failed(findings).has('post.201'));
    assert.match(failures.join('\n'), /openapi\.json announces no answer 201/);
  } finally {
    proxy.spoil = () => undefined;
  }
});

turns.test('nothing is issued where receipts are fiscal, unless that is wanted', async () => {
  proxy.spoil = inAnswer(/\/status$/, (body) => (body['fiscal'] = true));
  proxy.calls.length = 0;
  try {
    await runChecks(['post.201']);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, Impossible);
    assert.equal(
      proxy.calls.filter((call) => !call.startsWith('GET ')),
      [],
    );
  }
  const findings = await runChecks(['post.201'], { reallyFiscal: true });
  proxy.spoil = () => undefined;
  assert.ok(findings.checked.has('post.201'));
});

turns.test('with --contract-only nothing is reported about the decisions of kasirbox', async () => {
  const findings = await runChecks(['idempotency', 'post.201'], { contractOnly: true });
  assert.equal([...findings.checked], ['post.201']);
  assert.ok(findings.leftOut.has('idempotency.repeat'));
});

test.run();
