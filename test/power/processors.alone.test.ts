// proof: kills
// time limit: 480 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import type { Fault } from '../kit/pfr/faults.js';
import { FakePfrProcess, soldName } from '../kit/pfr/process.js';
import { BoxProcess, cleanUp, type Receipt, type Reply, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { receiptOf } from '../kit/repeated.js';

/**
 * kill -9 of the box, of its L-PFR, or of both, again and again, while clients sell and repeat what had no answer. The
 * processor keeps its list over a kill and is the truth: what it has signed is in the ledger once, and nothing else is.
 * It takes its time between signing and answering, so that kills meet the moment in which a receipt could be lost.
 * KILLS in the environment sets the number of kills, for a run of this file alone.
 */
const KILLS = cases('KILLS', { ci: 1, all: 20 });
const CLIENTS = 6;
const CHECK_EVERY = 15;
/** A repeat within a second is common, and no key may come near its limit of calls per minute. */
const KEYS = 60;
/** A kill waits no longer than this for receipts, ms. */
const PATIENCE = 4000;
/** Before a client repeats what was refused, ms. */
const REPEAT_AFTER = 40;
/** For an answer of the processor, s; it then has half as long again to sign. */
const TIMEOUT = 1;
/** Until everything is settled, ms; the pauses between look-ups become as long as a minute. */
const SETTLED_WITHIN = 100_000;

const random = seededRandom();
test.after(cleanUp);

interface Sale {
  /** A text in the line of the receipt, for comparison with the processor's list. */
  readonly name: string;
  /** Null: the client sends none, and then does not repeat the request. */
  readonly key: string | null;
  readonly body: object;
}

/** What clients know: the receipts that were answered, by the name of the sale, and what they have to ask again. */
const sold = new Map<string, Receipt>();
const unanswered: Sale[] = [];
let sales = 0;
let repeats = 0;

/** What the boxes have logged, over all their lives. */
const logged = { found: 0, absent: 0 };

function newSale(): Sale {
  sales += 1;
  const name = `sale-${String(sales).padStart(6, '0')}`;
  const quantity = random.int(1, 5000) / 1000;
  const line = { name, quantity, unitPrice: random.int(100, 99_999) / 100, label: 'Ђ' };
  return { name, key: random.oneIn(6) ? null : name, body: { items: [line] } };
}

/** How the next receipts fare at the processor: most of them take some time before or after they are signed. */
function troubles(): Fault[] {
  return Array.from({ length: 40 }, (): Fault => {
    if (random.oneIn(15)) return { fault: 'drop', signs: random.oneIn(2) };
    if (random.oneIn(20)) return { fault: 'cut' };
    // Signed when the box has given the answer up, and still within the time after which absence is a proof.
    if (random.oneIn(25)) return { fault: 'hang', signs: 'late', ms: TIMEOUT * random.int(1050, 1250) };
    return { fault: 'hang', signs: random.oneIn(3) ? 'late' : 'now', ms: random.int(0, 60) };
  });
}

function take({ name, key }: Sale, { status, text }: Reply): void {
  const receipt = JSON.parse(receiptOf(text)) as Receipt;
  const known = sold.get(name);
  if (status === 200) repeats += 1;
  if (known !== undefined) assert.equal(receipt, known, 'a repeat answers the receipt of the first answer');
  assert.is(receipt.clientRequestId, key);
  sold.set(name, receipt);
}

/** Sends one request. It may fail only because the processor cannot sign, or because the box has ended. */
async function ask(box: BoxProcess, key: string, sale: Sale): Promise<'sold' | 'refused' | 'gone'> {
  const headers = sale.key === null ? {} : { 'Idempotency-Key': sale.key };
  const [reply] = await Promise.allSettled([box.send('POST', '/invoices', key, sale.body, headers)]);
  if (reply.status === 'rejected') return 'gone';
  const { status, text } = reply.value;
  if (status === 409) {
    assert.match(text, '"pfr_error"');
    return 'refused';
  }
  assert.ok(status === 200 || status === 201, `${status} ${text}`);
  take(sale, reply.value);
  return 'sold';
}

/** Sells, and repeats requests without a receipt, until the round is over or the box has ended. */
async function client(box: BoxProcess, keys: readonly string[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const sale = unanswered.pop() ?? newSale();
    const answer = await ask(box, random.pick(keys), sale);
    if (answer === 'sold') continue;
    if (sale.key !== null) unanswered.push(sale);
    if (answer === 'gone') return;
    await delay(REPEAT_AFTER);
  }
}

/** Mostly some receipts on, at any point of the next one; else while what the kill before left open is being settled. */
async function moment(): Promise<void> {
  const enough = sold.size + (random.oneIn(4) ? 0 : random.int(1, 6));
  const late = performance.now() + PATIENCE;
  while (sold.size < enough && performance.now() < late) await delay(1);
  await delay(random.int(0, 80));
}

/** One kill under load, and the start of what was killed. */
async function round(box: BoxProcess, fake: FakePfrProcess, keys: readonly string[]): Promise<BoxProcess> {
  const over = new AbortController();
  await fake.setFaults(troubles());
  const load = Promise.all(Array.from({ length: CLIENTS }, () => client(box, keys, over.signal)));
  await Promise.race([load, moment()]);
  const victims = random.pick(['box', 'box', 'processor', 'both'] as const);
  if (victims !== 'box') await fake.kill();
  if (victims !== 'processor') await end(box, 'SIGKILL');
  if (victims === 'both') await delay(random.int(0, 50));
  const [next] = await Promise.all([
    victims === 'processor' ? box : BoxProcess.start({ folder: box.folder }),
    victims === 'box' ? undefined : fake.up(),
  ]);
  over.abort();
  await load;
  checkLog(next);
  return next;
}

/** Ends the box, and counts what it has logged. */
async function end(box: BoxProcess, signal: NodeJS.Signals): Promise<void> {
  await box.stop(signal);
  checkLog(box);
  const count = (part: string): number => box.log.split(part).length - 1;
  const settled = count('"event":"pfr.settled"');
  const absent = count('"number":null');
  logged.found += settled - absent;
  logged.absent += absent;
}

/** A doubt blocks all that follows: it is reported at once. */
function checkLog({ log }: BoxProcess): void {
  assert.not.match(log, '"event":"pfr.doubt"', 'an end is left to a person');
  assert.not.match(log, '"event":"pfr.gap"', 'a number was signed that the box does not know');
}

/** Every client repeats until it has its receipt, and nothing is open any more. */
async function settle(box: BoxProcess, keys: readonly string[]): Promise<void> {
  const late = performance.now() + SETTLED_WITHIN;
  const wait = async (what: string): Promise<void> => {
    checkLog(box);
    assert.ok(performance.now() < late, what);
    await delay(REPEAT_AFTER);
  };
  for (let sale = unanswered.pop(); sale !== undefined; sale = unanswered.pop()) {
    while ((await ask(box, random.pick(keys), sale)) !== 'sold') await wait(`the key of ${sale.name} is stuck`);
  }
  for (;;) {
    const { text } = await box.send('GET', '/status', random.pick(keys));
    const { ready, problems } = JSON.parse(text) as { ready: boolean; problems: string[] };
    const open = await box.ask('pfr.open', {});
    if (ready && open?.ok === true && open.value.length === 0) return;
    await wait(`not ready, or a receipt is open: ${problems.join(' ')}`);
  }
}

/** The ledger against the processor's list and against what was answered. */
async function compare(box: BoxProcess, fake: FakePfrProcess, keys: readonly string[]): Promise<number> {
  const signed = await fake.signed();
  const stored = await box.receipts(random.pick(keys));
  const names = signed.map(soldName);
  assert.is(new Set(names).size, names.length, 'nothing is signed twice for one sale');
  const figures = ({ number, total }: { number: string; total: number }) => `${number} ${total.toFixed(2)}`;
  assert.equal(
    stored.map(({ total, pfr }) => figures({ number: pfr.invoiceNumber, total })).reverse(),
    signed.map(({ total, invoiceNumber: number }) => figures({ number, total: total / 100 })),
    'the ledger has what was signed, each once and in its order, and nothing else',
  );
  const byName = new Map(names.map((name, at) => [name, signed[at]?.invoiceNumber]));
  const byUuid = new Map(stored.map((receipt) => [receipt.uuid, receipt]));
  for (const [name, receipt] of sold) {
    assert.is(receipt.pfr.invoiceNumber, byName.get(name), 'the answer to a sale is the receipt of that sale');
    assert.equal(byUuid.get(receipt.uuid), receipt, 'what was answered is in the ledger');
  }
  return signed.length;
}

test(`kill -9 of box and processor, ${KILLS} times, loses no receipt and signs none twice`, async () => {
  const began = performance.now();
  const folder = temporaryFolder();
  const fake = await FakePfrProcess.start(join(folder, 'signed'));
  let box = await BoxProcess.start({ folder: join(folder, 'data') });
  const setting = JSON.stringify({ mode: 'lpfr', url: fake.url, timeout: TIMEOUT, signingLimit: 1 });
  const { code, stderr } = await box.command(['settings', 'set', 'pfr.sandbox', setting]);
  assert.is(code, 0, stderr);
  const keys = await box.keys(KEYS);
  let receipts = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    box = await round(box, fake, keys);
    if (kill % CHECK_EVERY !== 0 && kill !== KILLS) continue;
    await fake.setFaults([]);
    await settle(box, keys);
    receipts = await compare(box, fake, keys);
  }
  await end(box, 'SIGTERM');
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `${KILLS} kills in ${seconds} s: ${receipts} receipts signed, ${sold.size} answered, ${repeats} repeats; ` +
      `of lost answers ${logged.found} were found and ${logged.absent} never signed\n`,
  );
  assert.ok(receipts > KILLS, 'there was load');
  if (KILLS < 8) return;
  assert.ok(logged.found > 0, 'kills met open intents that were signed');
  assert.ok(logged.absent > 0, 'and such as were not');
});

test.run();
