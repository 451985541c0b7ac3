// turns: 2
// proof: contract
// time limit: 300 s
// The kit checks other products, too: it accepts what they draw or describe in another way.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BoxProcess, bundle } from '../kit/process.js';
import {
  stopProxiedBox,
  inAnswer,
  inSheet,
  ISSUE,
  runChecks,
  runChecksSpoiled,
  startProxiedBox,
  part,
  proxy,
  failures,
} from './proxiedBox.js';
import { foreignPdf } from './foreign.js';
import { hasPrograms } from './kit/programs.js';
import type { Options } from './options.js';
import type { Passing } from './proxy.js';
import { failed, jsonReport, summaryLine } from './report.js';
import { Turns } from '../kit/turns.js';

/** Each checks a box once or several times. */
const turns = new Turns(10);

let box: BoxProcess;
test.before(async () => void (box = await startProxiedBox()));
test.after(stopProxiedBox);

/** The operator of the box, by a program in the words of a shell. */
function operatedBy(program: string): Partial<Options> {
  return { operator: { program, folder: box.folder } };
}

const PROGRAM = `'${process.execPath}' '${bundle()}'`;

/** Registers a test that needs Debian's poppler-utils and zbar-tools; elsewhere it says skipped. */
function seen(name: string, work: () => Promise<void>): void {
  turns.test(name, hasPrograms(process.env['PATH'] ?? '') ? work : undefined);
}

seen('a picture that is no QR code of the link, in HTML or PDF, is found', async () => {
  const otherCode = inSheet((html) => html.replace('<path d="', '<path d="M0 0h9v9h-9z'));
  assert.ok(failed(await runChecksSpoiled(otherCode, ['document.qr.html'])).has('document.qr.html'));
  const otherPdf = async (answer: Passing): Promise<void> => {
    if (answer.path.includes('format=pdf')) answer.bytes = await foreignPdf({ link: 'https://shop.example', mm: 44 });
  };
  assert.ok(failed(await runChecksSpoiled(otherPdf, ['document.qr.pdf'])).has('document.qr.pdf'));
});

seen('the QR code of a PDF is measured, whoever has drawn it, and must stand within the frame', async () => {
  for (const [change, isGood] of [
    [{ mm: 43 }, true],
    [{ mm: 40 }, false],
    [{ mm: 47 }, false],
    [{ mm: 43, isOutside: true }, false],
  ] as const) {
    let link = '';
    const redrawn = async (answer: Passing): Promise<void> => {
      inAnswer(ISSUE, (body) => (link = String(part(body, 'pfr')['verificationUrl'])))(answer);
      if (answer.path.includes('format=pdf')) answer.bytes = await foreignPdf({ link, ...change });
    };
    const findings = await runChecksSpoiled(redrawn, ['document.qr']);
    assert.ok(findings.checked.has('document.qr'));
    assert.is(failed(findings).has('document.qr'), !isGood, JSON.stringify(change) + failures.join('\n'));
  }
});

turns.test('without the programs for pictures it reports that they are needed', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = '';
  try {
    const findings = await runChecks(['document.qr']);
    assert.is(findings.checked.size, 0);
    assert.match(summaryLine(findings), /^0 of 3 .* not checked: 3 need zbarimg and pdftoppm$/);
  } finally {
    process.env['PATH'] = PATH;
  }
});

turns.test('the name of a company may hold what HTML escapes, in any spelling, and blanks', async () => {
  const company = JSON.parse((await box.command(['settings', 'show', 'company'])).stdout) as object;
  const set = async (value: object): Promise<void> =>
    assert.is((await box.command(['settings', 'set', 'company', JSON.stringify(value)])).code, 0);
  await set({ ...company, name: `„Пера & <Жика>”  'д.о.о.' "1"` });
  try {
    assert.equal([...failed(await runChecks(['document.a4']))], [], failures.join('\n'));
    const spelled = inSheet((html) => html.replaceAll('&amp;', '&#x26;').replaceAll('&lt;', '&#60;'));
    assert.equal([...failed(await runChecksSpoiled(spelled, ['document.a4']))], [], failures.join('\n'));
  } finally {
    await set(company);
  }
});

turns.test('a page may be another one each time, as long as its sheet says the same', async () => {
  let count = 0;
  const changing = inSheet((html) => html.replace('<body>', `<body data-count="${(count += 1)}"><!--${count}-->`));
  const findings = await runChecksSpoiled(changing, ['document.a4.default', 'document.200']);
  assert.equal([...failed(findings)], [], failures.join('\n'));
  assert.ok(findings.checked.has('document.a4.default'));
});

turns.test('what the operator sees is checked: the audit of letters, the labels at first', async () => {
  const sentences = ['events.1', 'enum.label.defaults'];
  assert.equal([...failed(await runChecks(sentences, operatedBy(PROGRAM)))], [], failures.join('\n'));
  const withoutAudit = `sh -c 'case $3 in ledger) ;; *) exec "$@" ;; esac' sh ${PROGRAM}`;
  assert.ok(failed(await runChecks(['events.1'], operatedBy(withoutAudit))).has('events.1'));
  const renamed = (answer: Passing): void => void (answer.text = answer.text.replace('"Без ПДВ"', '"Ослобођено"'));
  const labels = await runChecksSpoiled(renamed, ['enum.label.defaults'], operatedBy(PROGRAM));
  assert.ok(failed(labels).has('enum.label.defaults'));
});

turns.test('tests of this project say nothing about another product', async () => {
  const outside = /1 are held by tests of the project itself$/;
  const own = await runChecks(['auth.2.hash']);
  assert.match(summaryLine(own), outside);
  assert.match(JSON.stringify(jsonReport(own, proxy.url)), '"heldBy"');
  const renamed = inAnswer(/\/status$/, (body) => (body['app'] = 'Друга каса'));
  const other = await runChecksSpoiled(renamed, ['auth.2.hash']);
  assert.match(summaryLine(other), /not checked: 1 cannot be checked from outside$/);
  assert.not.match(JSON.stringify(jsonReport(other, proxy.url)), '"heldBy"');
});

/** A valid description of a release before, which would announce other answers. */
const OLDER = {
  openapi: '3.0.3',
  info: { title: 'API', version: '1' },
  paths: { '/invoices': { get: { responses: { '204': { description: 'None' } } } } },
};

/** Ways in which a description cannot be used. */
const UNUSABLE: Readonly<Record<string, (text: string) => string>> = {
  'a page': () => '<!doctype html><title>API</title>',
  'OpenAPI 3.0': () => JSON.stringify(OLDER),
  'no object': () => '[]',
  'a schema that cannot be compiled': (text) => text.replaceAll('"type":"integer"', '"type":"integer","pattern":"("'),
};

for (const [name, change] of Object.entries(UNUSABLE)) {
  turns.test(`an /openapi.json that is ${name} fails alone, and is no matter of the contract`, async () => {
    const spoil = (answer: Passing): void => {
      if (answer.path === '/openapi.json') answer.text = change(answer.text);
    };
    const findings = await runChecksSpoiled(spoil, ['openapi.valid', 'post.201', 'list.shape']);
    assert.equal([...failed(findings)], ['openapi.valid'], failures.join('\n'));
    assert.ok(findings.checked.has('post.201'));
    proxy.calls.length = 0;
    const contract = await runChecksSpoiled(spoil, ['openapi.valid', 'post.201'], { contractOnly: true });
    assert.equal([...contract.checked], ['post.201']);
    assert.equal([...failed(contract)], [], failures.join('\n'));
    assert.not.ok(proxy.calls.includes('GET /openapi.json'));
  });
}

test.run();
