import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Program } from '../program.js';
import { Turns } from '../turns.js';

/** Each starts the program, some twice. */
const turns = new Turns(2);

/** `npm run fake-pfr`, started for real. */
const start = (...args: string[]) => new Program(join(import.meta.dirname, 'main.ts'), ...args);

const folder = mkdtempSync(join(tmpdir(), 'kasirbox-fake-pfr-'));

test.after(() => {
  Program.killAll();
  rmSync(folder, { recursive: true });
});

const ITEM = { name: 'Кафа', quantity: 2, unitPrice: 150, labels: ['Ђ'], totalAmount: 300 };
const SALE = { invoiceType: 0, transactionType: 0, payment: [{ paymentType: 1, amount: 300 }], items: [ITEM] };

async function sell(url: string, id: string): Promise<string> {
  const options = { method: 'POST', headers: { RequestId: id }, body: JSON.stringify(SALE) };
  const response = await fetch(`${url}/api/v3/invoices`, options);
  const text = await response.text();
  return `${response.status} ${/"invoiceNumber":"([^"]+)"/.exec(text)?.[1] ?? text}`;
}

turns.test('it prints its usage, obeys typed orders, and logs each call', async () => {
  const program = start('--port', '0', '--jid', 'FAKE7PFR', '--prefix', 'token', '--style', 'development');
  const url = await program.says('fake-pfr listens at ');
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/token$/);
  assert.is(await program.says('kasirbox settings set pfr.sandbox '), `'{"mode":"lpfr","url":"${url}"}'`);
  assert.match(await program.says('kasirbox pfr pin'), '1234');

  const given = await fetch(`${url}/api/v3/pin`, {
    method: 'POST',
    body: '"1234"',
    headers: { 'content-type': 'application/json' },
  });
  assert.is(await given.text(), '"0100"');
  assert.is(await sell(url, 'a'), '200 FAKE7PFR-FAKE7PFR-1');
  await program.says('POST /token/api/v3/invoices 200 whole');

  program.type('card out');
  await program.says('done');
  assert.is(await sell(url, 'b'), '400 "1300"');
  program.type('refuse 2220 500');
  await program.says('waits for invoice');
  assert.is(await sell(url, 'c'), '500 "2220"');
  program.type('drop-after on status always');
  await program.says('waits for status');
  program.type('list');
  assert.is(await program.says('{"fault":"drop"'), ',"signs":true,"on":"status","standing":true}');
  program.type('nonsense');
  await program.says('error: "nonsense" is no order; see: help');
  program.type('clock fast');
  await program.says('error: a clock wants whole seconds');
  program.type('hang on nothing');
  await program.says('error: after "on" comes one of attention');
  program.type('{"fault":"hang"}');
  await program.says('error: the value needs the member "signs"');
  program.type('help');
  await program.says('broken-link');
  program.type('signed');
  await program.says('FAKE7PFR-FAKE7PFR-1 300.00 a');
  assert.equal(await program.end(), { code: 0, stderr: '' });
});

turns.test('a control interface accepts faults and changes, and reports what was signed', async () => {
  const program = start('--port', '0', '--jid', 'FAKE7PFR', '--control', '0', '--pin', 'none');
  const url = await program.says('fake-pfr listens at ');
  const control = await program.says('control at ');
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(control + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return `${response.status} ${await response.text()}`.trim();
  };
  assert.is(
    await call('POST', '/faults', [
      { fault: 'refuse', code: '2210' },
      { fault: 'stale', signs: true, on: 'find' },
    ]),
    '204',
  );
  assert.is(await sell(url, 'a'), '400 2210');
  assert.is(await call('DELETE', '/faults'), '204');
  assert.match(await call('POST', '/faults', [{ fault: 'cut' }, { fault: 'refuse' }]), /^400 .*code/);
  assert.match(await call('POST', '/faults', { fault: 'unheard of' }), /^400 ./);
  assert.match(await call('POST', '/changes', 'rain'), /^400 ./);
  assert.is(await call('POST', '/changes', ['foreign-receipt', { clock: 1000 }]), '204');
  assert.is(await sell(url, 'b'), '200 FAKE7PFR-FAKE7PFR-2');
  assert.match(await call('GET', '/signed'), /^200 .*"requestId":"foreign-1".*"requestId":"b".*"total":30000/);
  assert.is(await call('POST', '/release'), '204');
  assert.is(await call('GET', '/'), '404 there is no such route');
  assert.equal(await program.end('SIGINT'), { code: 0, stderr: '' });
});

turns.test('killed and started again, it knows what it has signed', async () => {
  const args = ['--port', '0', '--jid', 'FAKE7PFR', '--pin', 'none', '--state', join(folder, 'state')];
  const first = start(...args);
  assert.is(await sell(await first.says('fake-pfr listens at '), 'a'), '200 FAKE7PFR-FAKE7PFR-1');
  await first.end('SIGKILL');
  const second = start(...args);
  const url = await second.says('fake-pfr listens at ');
  const found = (await (await fetch(`${url}/api/v3/invoices/a`)).json()) as { invoiceCounter: string };
  assert.is(found.invoiceCounter, '1/1ПП');
  assert.is(await sell(url, 'b'), '200 FAKE7PFR-FAKE7PFR-2');
  await second.end();
});

turns.test('as a V-PFR it writes the files that a taxpayer gets, and they open its door', async () => {
  const program = start('--kind', 'vpfr', '--port', '0', '--folder', join(folder, 'vpfr'));
  const url = await program.says('fake-pfr listens at ');
  const setting = join(folder, 'vpfr', 'setting.json');
  assert.is(await program.says('kasirbox settings set pfr.sandbox '), `- < ${setting}`);
  assert.equal(JSON.parse(readFileSync(setting, 'utf8')), { mode: 'vpfr', url, pac: 'ABC123' });
  await program.says('kasirbox certificate install ');
  const [pfx, ca, passphrase] = ['FAKE7PFR.nochain.p12', 'ca.pem', 'password'].map((name) => {
    return readFileSync(join(folder, 'vpfr', name));
  });
  const status = await new Promise((done, fail) => {
    const options = { pfx, ca, passphrase: passphrase!.toString().trim(), headers: { PAC: 'ABC123' }, agent: false };
    const call = request(`${url}/api/v3/status`, options as object, (response) => done(response.resume().statusCode));
    call.on('error', fail).end();
  });
  assert.is(status, 200);
  await program.end();
});

turns.test('an unknown order is reported, with the help', async () => {
  for (const [args, words] of [
    [['--kind', 'demo'], '--kind must be lpfr or vpfr'],
    [['--port', '99999999'], '--port must be a port'],
    [['--style', 'odd'], '--style must be one of spec, development'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ] as const) {
    const { code, stderr } = await start(...args).ended;
    assert.is(code, 2);
    assert.match(stderr, words);
    assert.match(stderr, '--control PORT');
  }
  const help = start('--help');
  assert.match(await help.says('npm run fake-pfr'), 'OPTION');
  assert.is((await help.ended).code, 0);
});

test.run();
