// proof: project
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyBundle } from '../kit/bundle.js';
import { Turns } from '../kit/turns.js';
import { TcpFront } from '../kit/printer/fronts/tcp.js';
import { StarPrinter } from '../kit/printer/star.js';
import { rowsOf, rowsOfJournal, starSetting } from '../paper/printing/star/stage.js';
import { BoxProcess, bundle, cleanUp, SALE, temporaryFolder } from '../kit/process.js';

test.after(cleanUp);

/** Each starts a box. That the bundle runs is seen each time. */
const turns = new Turns(3);

/** The bundle in an empty folder outside the project, with only what the build has put beside it. */
function alone(): string {
  const folder = temporaryFolder();
  copyBundle(folder);
  return folder;
}

/** Runs the bundle as a service, as an operator would who has nothing else of the project. */
async function sellsOn(node: string): Promise<void> {
  const folder = alone();
  const files = readdirSync(folder).sort();
  assert.equal(files, [
    ...['THIRD-PARTY-NOTICES.txt', 'board.cjs', 'board.cjs.map', 'box.cjs', 'box.cjs.map', 'faces'],
    ...['files.cjs', 'files.cjs.map', 'fleet.cjs', 'fleet.cjs.map', 'fonts', 'kasirbox.cjs', 'kasirbox.cjs.map'],
    ...[
      'koa-body.cjs',
      'koa-body.cjs.map',
      'native',
      'nats-client.cjs',
      'nats-client.cjs.map',
      'pdf-worker.cjs',
      'pdf-worker.cjs.map',
      'sql-wasm.wasm',
      'star-encoder.cjs',
      'star-encoder.cjs.map',
      'tls-worker.cjs',
      'tls-worker.cjs.map',
      'web',
    ],
  ]);
  const box = await BoxProcess.start({ node, bundle: join(folder, 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const receipt = await box.issue(key);
  assert.match(receipt.journal, /Кафа/);
  assert.equal(await box.receipts(key), [receipt]);
  assert.is((await box.stop()).code, 0);
  assert.equal(readdirSync(folder).sort(), files, 'it writes nothing beside itself');
}

test('the bundles are plain ASCII: at one other letter, in a regular expression or a raw text, V8 keeps twice the bytes', () => {
  const names = readdirSync(dirname(bundle())).filter((name) => name.endsWith('.cjs'));
  for (const name of names) {
    const other = /.{0,40}[^\p{ASCII}].{0,40}/u.exec(readFileSync(join(dirname(bundle()), name), 'utf8'));
    assert.is(other?.[0], undefined, name);
  }
});

test('the bundle alone runs the box and issues a receipt', () => sellsOn(process.execPath));

const boxNode = process.env['KASIRBOX_NODE24'];
if (boxNode === undefined) {
  console.log('skipped: the Node of the box, which scripts/test fetches');
  test.skip('the bundle alone runs the box on the Node of the box (scripts/test fetches it)');
} else {
  test('the bundle alone runs the box on the Node of the box', () => sellsOn(boxNode));
}

const isPdf = (text: string): boolean => text.startsWith('%PDF-');

turns.test('the bundle alone draws PDFs, and serves the fonts of its sheets', async () => {
  const box = await BoxProcess.start({ bundle: join(alone(), 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const { uuid } = await box.issue(key);
  const pdf = await box.send('GET', `/invoices/${uuid}/document?format=pdf`, key);
  assert.equal([pdf.status, isPdf(pdf.text)], [200, true], pdf.text.slice(0, 200));
  for (const name of [
    'fonts/Inter_400Regular.ttf',
    'fonts/Inter_600SemiBold.ttf',
    'fonts/DejaVuSansMono.ttf',
    'print.js',
  ]) {
    const { status, headers } = await box.open(`/${name}`);
    assert.is(status, 200, name);
    assert.match(String(headers['cache-control']), 'immutable');
  }
  assert.is((await box.stop()).code, 0);
});

turns.test('the bundle alone prints on a Star printer, whose encoder is a file of its own', async () => {
  const box = await BoxProcess.start({ bundle: join(alone(), 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const printer = new StarPrinter();
  const front = await TcpFront.start(printer);
  const value = [starSetting(`tcp://127.0.0.1:${front.port}`)];
  assert.is((await box.ask('settings.set', { name: 'printers', value }))?.ok, true);
  const { journal } = await box.issue(key);
  assert.match((await box.says('print.ended')) ?? '', '"unconfirmed"');
  while (printer.pieces.every(({ end }) => end === 'open')) await setImmediate();
  assert.equal(rowsOf(printer.pieces[0], printer), rowsOfJournal(journal));
  assert.equal(printer.errors, []);
  await front.stop();
  assert.is((await box.stop()).code, 0);
});

turns.test('a box without its fonts reports that, and serves HTML', async () => {
  const folder = alone();
  rmSync(join(folder, 'fonts'), { recursive: true });
  const box = await BoxProcess.start({ bundle: join(folder, 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const { uuid } = await box.issue(key, { ...SALE, prefetchDocument: 'a5' });
  const status = JSON.parse((await box.send('GET', '/status', key)).text) as { documents: unknown };
  assert.equal(status.documents, { pdf: false });
  const pdf = await box.send('GET', `/invoices/${uuid}/document?format=pdf`, key);
  assert.is(pdf.status, 422);
  const { error } = JSON.parse(pdf.text) as { error: { code: string; rule: string; message: string } };
  assert.equal([error.code, error.rule], ['configuration', 'document.pdf-unavailable']);
  assert.is(error.message, 'This installation cannot render PDF; ask for format=html');
  assert.match((await box.send('GET', `/invoices/${uuid}/document`, key)).text, '<!--sheet-->');
  assert.is((await box.open('/fonts/Inter_400Regular.ttf')).status, 404);
  assert.is((await box.stop()).code, 0);
});

turns.test('a drawing process that fails is a server error with a ref, and no matter of selling', async () => {
  const folder = alone();
  writeFileSync(join(folder, 'pdf-worker.cjs'), 'process.exit(1)');
  const box = await BoxProcess.start({ bundle: join(folder, 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const { uuid } = await box.issue(key);
  const { status, text } = await box.send('GET', `/invoices/${uuid}/document?format=pdf`, key);
  const { error } = JSON.parse(text) as { error: { code: string; message: string; ref: string } };
  assert.equal([status, error.code], [500, 'server_error']);
  assert.match(error.message, /^The PDF could not be rendered now \(crashed\); repeat later, or ask for format=html$/);
  assert.match(
    box.log,
    `"event":"document.failed","uuid":"${uuid}","paper":"a4","reason":"crashed","ref":"${error.ref}"`,
  );
  await box.issue(key);
  assert.is((await box.stop()).code, 0);
});

turns.test('a bundle without sql-wasm.wasm reports that', () => {
  const folder = alone();
  rmSync(join(folder, 'sql-wasm.wasm'));
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(folder, 'kasirbox.cjs'), ...words, '--data', join(folder, 'data')], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    });
  const listed = run('keys', 'list');
  assert.is(listed.status, 1);
  assert.match(listed.stderr, /^kasirbox: .*sql-wasm\.wasm/m);
  assert.not.match(listed.stderr, /^ +at /m, 'no stack trace');
  const doctor = run('doctor');
  assert.is(doctor.status, 1);
  assert.match(doctor.stdout, /^program +failure +.*sql-wasm\.wasm.*install it again\.$/m);
});

test.run();
