// time limit: 300 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../kit/random.js';
import { BoxProcess, cleanUp, kasirbox, type Receipt, temporaryFolder } from '../kit/process.js';

/**
 * kill -9 under load, again and again on one folder. The page cache survives it, so this is no proof of flushing (the
 * crash tests of the ledger are); it finds what was answered before it was written, counters and keys that a new
 * process does not know, and starts that cannot cope with what an earlier one left.
 */
const ROUNDS = 50;
const CLIENTS = 6;
const VERIFY_EVERY = 10;
/** Enough that no key reaches the limit of calls per minute by reading receipts again. */
const READERS = 40;

const random = seededRandom();
const folder = join(temporaryFolder(), 'data');
test.after(cleanUp);

interface Sale {
  /** Null: the client sends none, and can then not repeat the request. */
  readonly requestId: string | null;
  readonly body: object;
}

/** What clients know: what was answered, by uuid and by idempotency key, and what they have to ask again. */
const answered = new Map<string, Receipt>();
const byRequest = new Map<string, Receipt>();
const unanswered: Sale[] = [];
let sales = 0;
let repeats = 0;
let cutStarts = 0;

function newSale(): Sale {
  sales += 1;
  const quantity = random.int(1, 5000) / 1000;
  return {
    requestId: random.oneIn(6) ? null : `sale-${String(sales).padStart(6, '0')}`,
    body: { items: [{ name: `Артикал ${sales}`, quantity, unitPrice: random.int(100, 99_999) / 100, label: 'Ђ' }] },
  };
}

/** A sale that had no answer, sometimes one that had, mostly a new one. */
function nextSale(done: readonly Sale[]): Sale {
  const open = unanswered.pop();
  if (open !== undefined) return open;
  return done.length > 0 && random.oneIn(8) ? random.pick(done) : newSale();
}

function take({ requestId }: Sale, receipt: Receipt): void {
  assert.is(receipt.clientRequestId, requestId);
  const known = requestId === null ? undefined : byRequest.get(requestId);
  if (known !== undefined) {
    repeats += 1;
    assert.equal(receipt, known, 'a repeat answers the receipt of the first answer');
  }
  answered.set(receipt.uuid, receipt);
  if (requestId !== null) byRequest.set(requestId, receipt);
}

/** Sells until the box is gone. Now and then two requests with one key are under way at once, as after a time-out. */
async function client(box: BoxProcess, key: string): Promise<void> {
  const done: Sale[] = [];
  while (true) {
    const sale = nextSale(done);
    const headers = sale.requestId === null ? {} : { 'Idempotency-Key': sale.requestId };
    const times = sale.requestId !== null && random.oneIn(10) ? 2 : 1;
    const replies = await Promise.allSettled(
      Array.from({ length: times }, () => box.send('POST', '/invoices', key, sale.body, headers)),
    );
    for (const reply of replies) {
      if (reply.status === 'rejected') continue;
      assert.ok([200, 201].includes(reply.value.status), reply.value.text);
      take(sale, JSON.parse(reply.value.text) as Receipt);
    }
    if (replies.some(({ status }) => status === 'rejected')) {
      if (sale.requestId !== null) unanswered.push(sale);
      return;
    }
    done.push(sale);
  }
}

/** The receipts that were answered since `known`, asked for again one by one. */
async function checkNew(box: BoxProcess, keys: readonly string[], known: number): Promise<void> {
  for (const receipt of [...answered.values()].slice(known)) {
    const reply = await box.send('GET', `/invoices/${receipt.uuid}`, random.pick(keys));
    assert.is(reply.status, 200, `receipt ${receipt.pfr.invoiceNumber} was answered and is gone`);
    assert.equal(JSON.parse(reply.text), receipt);
  }
}

async function verifyLedger(): Promise<void> {
  const { code, stdout, stderr } = await kasirbox(['ledger', 'verify', '--data', folder]);
  assert.is(code, 0, stdout + stderr);
}

/** A power cut while the box comes up: its recovery is cut short, and the next start has to do it again. */
async function cutStart(): Promise<void> {
  const box = BoxProcess.spawn({ folder });
  await delay(random.int(100, 500));
  await box.stop('SIGKILL');
  cutStarts += 1;
}

function counterOf({ pfr }: Receipt): number {
  return Number(/-(\d+)$/.exec(pfr.invoiceNumber)?.[1]);
}

test('kill -9 under load, 50 times, loses no answered receipt, repeats no number and sells nothing twice', async () => {
  const began = performance.now();
  let box = await BoxProcess.start({ folder });
  const sellers = await box.keys(CLIENTS);
  const readers = await box.keys(READERS);
  const [lastReader = ''] = await box.keys(1);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const known = answered.size;
    const load = Promise.all(sellers.map((key) => client(box, key)));
    await Promise.race([load, delay(random.int(50, 400))]);
    await box.stop('SIGKILL');
    await load;
    if (round % VERIFY_EVERY === 0) await verifyLedger();
    if (random.oneIn(6)) await cutStart();
    box = await BoxProcess.start({ folder });
    await checkNew(box, readers, known);
  }

  for (const sale of unanswered)
    take(sale, await box.issue(lastReader, { ...sale.body, clientRequestId: sale.requestId }));
  const stored = await box.receipts(lastReader);
  assert.is((await box.stop()).code, 0);
  await verifyLedger();

  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `${ROUNDS} kills in ${seconds} s: ${answered.size} receipts answered, ${stored.length} stored, ` +
      `${repeats} repeats, ${cutStarts} starts cut short\n`,
  );
  assert.ok(repeats > 0 && answered.size > ROUNDS, 'there was load');

  const found = new Map(stored.map((receipt) => [receipt.uuid, receipt]));
  for (const receipt of answered.values()) assert.equal(found.get(receipt.uuid), receipt);
  const requestIds = stored.map(({ clientRequestId }) => clientRequestId).filter((id) => id !== null);
  assert.is(new Set(requestIds).size, requestIds.length, 'one receipt per idempotency key');
  const counters = stored.map(counterOf).reverse();
  assert.equal(
    counters,
    counters.map((_, index) => index + 1),
  );
});

test.run();
