import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { setProductionProcessor } from '../../kit/pfr/production.js';
import type { FakePfrServer } from '../../kit/pfr/server.js';
import { body } from './bodies.js';

const ENVIRONMENTS = ['sandbox', 'production'] as const;
const ROUNDS = 8;
const AT_ONCE = 20;

let box: TestBox;
let fake: FakePfrServer;
let client: Client;
/** Receipts issued while the environment was switched again and again. */
const issued: Invoice[] = [];

const issue = async (caller: Client): Promise<Invoice> => read('Invoice', 201, await caller.post('/invoices', body()));

test.before(async () => {
  box = await TestBox.start();
  fake = await setProductionProcessor(box);
  client = await box.client();
  for (let round = 0; round < ROUNDS; round += 1) {
    const receipts = Array.from({ length: AT_ONCE }, () => issue(client));
    await box.set('environment', ENVIRONMENTS[(round + 1) % 2]);
    issued.push(...(await Promise.all(receipts)));
  }
  client = await box.client();
});
test.after(async () => {
  await box.stop();
  await fake.stop();
});

const of = (environment: string): Invoice[] => issued.filter(({ pfr }) => pfr.environment === environment);

test('each receipt issued during a switch is wholly of one environment', () => {
  assert.is(issued.length, ROUNDS * AT_ONCE);
  const jids = ENVIRONMENTS.map((environment) => {
    const receipts = of(environment);
    assert.ok(receipts.length > 0, environment);
    const [jid = '', ...others] = new Set(receipts.flatMap(({ pfr }) => [pfr.requestedBy, pfr.signedBy]));
    assert.equal(others, []);
    for (const { pfr, journal } of receipts) {
      assert.ok(pfr.invoiceNumber.startsWith(`${jid}-${jid}-`));
      assert.ok(journal.includes(pfr.invoiceNumber));
      assert.is(pfr.fiscal, environment === 'production');
    }
    return jid;
  });
  assert.is(new Set(jids).size, 2);
});

test('the numbers of each environment run without a gap', () => {
  for (const environment of ENVIRONMENTS) {
    const numbers = of(environment).map(({ pfr }) => Number(pfr.invoiceNumber.split('-')[2]));
    const sorted = numbers.toSorted((a, b) => a - b);
    assert.equal(
      sorted,
      Array.from(sorted.keys(), (index) => index + 1),
      environment,
    );
  }
});

test('each invoice records the environment it was issued in; invoice lists return only the active environment', async () => {
  for (const environment of ENVIRONMENTS) {
    await box.set('environment', environment);
    const listed: Invoice[] = [];
    for (let page = 1; listed.length === (page - 1) * 100; page += 1) {
      const list = read('InvoiceList', 200, await client.get(`/invoices?page=${page}`));
      assert.is(list.environment, environment);
      listed.push(...list.invoices);
    }
    assert.equal(new Set(listed.map(({ uuid }) => uuid)), new Set(of(environment).map(({ uuid }) => uuid)));
    assert.equal([...new Set(listed.map(({ pfr }) => pfr.environment))], [environment]);
  }
});

test('an invoice of the environment that is not active is still found by its uuid', async () => {
  await box.set('environment', 'sandbox');
  const [receipt] = of('production');
  assert.equal(read('Invoice', 200, await client.get(`/invoices/${receipt?.uuid}`)), receipt);
});

test('an installation has two environments, and exactly one is active, after a restart too', async () => {
  for (const environment of ['production', 'sandbox']) {
    await box.set('environment', environment);
    await box.restart();
    client = await box.client();
    const status = read('Status', 200, await client.get('/status'));
    assert.equal([status.environment, status.pfr.env], [environment, environment]);
    const next = await issue(client);
    assert.is(next.pfr.environment, environment);
    assert.is(Number(next.pfr.invoiceNumber.split('-')[2]), of(environment).length + 1);
    issued.push(next);
  }
});

test.run();
