// time limit: 240 s
// Long lists over real connections: memory use, slots, and the priority of sales.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { invoiceResponse } from '../../../src/interfaces/api/invoice.js';
import { systemClock } from '../../../src/base/clock.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { InvoiceSequence } from '../../../src/platform/ledger/invoiceReader.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';
import { resetConnection } from '../../kit/resetConnection.js';
import { Turns } from '../../kit/turns.js';

/** Each reads lists of thirty megabytes. */
const turns = new Turns(8);

/** More than fits into the buffers of a connection on this machine: half a megabyte each. */
const RECEIPTS = 60;
const LINES = 500;
/** How many the box lets wait for a slot. */
const WAITING = 16;

let box: TestBox;
let client: Client;
let ca: Buffer;
/** The page as it was before lists were streamed. */
let whole: string;

/** What the lists have asked of the ledger: one entry per list, with the receipts it has read. */
let lists: { reads: number }[] = [];
/** Comes before each read. */
let beforeRead: (list: number, read: number) => Promise<void> | void = () => undefined;

test.before(async () => {
  // The hold of a sale, 200 ms, lasts until the sale is answered, however slow the machine is.
  const sleep: typeof systemClock.sleep = (ms, signal) => systemClock.sleep(ms === 200 ? 600_000 : ms, signal);
  box = await TestBox.start({ passing: { monotonic: systemClock.monotonic, sleep } });
  ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
  client = await box.client();
  const items = Array.from({ length: LINES }, (_, at) => line({ name: `${at} `.padEnd(200, 'шљивовица ') }));
  const { uuid } = read('Invoice', 201, await client.post('/invoices', body({ items })));
  const { ledger } = box.parts;
  const first = await ledger.invoice(uuid);
  assert.ok(first);
  // The others are the same but for their uuid: the box would calculate, sign and print 500 lines for each.
  for (let n = 1; n < RECEIPTS; n += 1) {
    assert.ok((await ledger.issue({ ...first, uuid: ledger.newUuid(first.createdAt) })).ok);
  }
  whole = await wholePage(ledger);
  const original = ledger.findInvoices.bind(ledger);
  ledger.findInvoices = async (...asked) => {
    const found = await original(...asked);
    return { ...found, invoices: watched(found.invoices) };
  };
});
test.before.each(() => {
  lists = [];
  beforeRead = () => undefined;
});
test.after(() => box.stop());

async function wholePage(ledger: Ledger): Promise<string> {
  const environment = 'sandbox';
  const invoices = await ledger.invoices({ environment, invoiceType: 'Normal', skip: 0, limit: 100 });
  const head = { page: 1, perPage: 100, environment, nextCursor: null, total: RECEIPTS };
  return JSON.stringify({ ...head, invoices: invoices.map((invoice) => invoiceResponse(invoice)) });
}

function watched(invoices: InvoiceSequence): InvoiceSequence {
  const list = { reads: 0 };
  const number = lists.push(list) - 1;
  async function* reading(): AsyncGenerator<IssuedInvoice, void, void> {
    for (;;) {
      list.reads += 1;
      await beforeRead(number, list.reads);
      const { value } = await invoices.next();
      if (value === undefined) return;
      yield value;
    }
  }
  return reading();
}

/** A connection with a list under way, of which nothing is read beyond what its head came with. */
class Caller {
  private text = '';
  private constructor(
    readonly socket: TLSSocket,
    private readonly beneath: Socket,
  ) {}

  static async ask(key: string): Promise<Caller> {
    const beneath = connectTcp({ host: '127.0.0.1', port: Number(new URL(box.origin).port) });
    const socket = connect({ socket: beneath, host: '127.0.0.1', ca });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    const head = ['GET /api/v1/invoices?type=Normal HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`];
    socket.write([...head, 'Connection: close', '', ''].join('\r\n'));
    return new Caller(socket, beneath);
  }

  /** Waits for the first bytes of the answer. */
  async begins(): Promise<this> {
    const [first] = (await once(this.socket, 'data')) as [Buffer];
    this.socket.pause();
    this.text = first.toString('latin1');
    return this;
  }

  /** Reads on to the end of the connection; all that came. */
  async rest(): Promise<string> {
    this.socket.on('data', (piece: Buffer) => (this.text += piece.toString('latin1')));
    this.socket.resume();
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.text;
  }

  /** Resets the connection: the box waits a second for one that has merely closed its sending side. */
  async leave(): Promise<void> {
    resetConnection(this.socket, this.beneath);
    if (!this.socket.closed) await once(this.socket, 'close');
  }
}

/** The body of a chunked answer; undefined when its end is missing. */
function bodyOf(answer: string): string | undefined {
  let rest = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  let found = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const length = parseInt(rest.slice(0, Math.max(0, end)), 16);
    if (length === 0) return Buffer.from(found, 'latin1').toString();
    if (Number.isNaN(length) || rest.length < end + 2 + length + 2) return undefined;
    found += rest.slice(end + 2, end + 2 + length);
    rest = rest.slice(end + 2 + length + 2);
  }
}

const key = async (): Promise<string> => (await box.newKey()).key;
/** A sale that is not in the lists, unless it is a `Normal` one. */
async function sell(invoiceType = 'Training'): Promise<void> {
  read('Invoice', 201, await client.post('/invoices', body({ invoiceType })));
}

/** Sells until the first list has read nothing during ten sales. */
async function untilStill(): Promise<void> {
  for (let still = 0; still < 10; still += 1) {
    const before = lists[0]?.reads;
    await sell('Normal');
    if (lists[0]?.reads !== before) still = -1;
  }
}

/** Lets what is under way in this process come to its end. */
async function requestsArrive(): Promise<void> {
  client = await box.client();
  for (let n = 0; n < 5; n += 1) await client.get('/me');
}

turns.test(
  'a list is the JSON of the whole page, byte for byte, and every other key gets it at the same time',
  async () => {
    const callers = await Promise.all([await key(), await key()].map((one) => Caller.ask(one)));
    const answers = await Promise.all(callers.map((caller) => caller.rest()));
    for (const answer of answers) assert.ok(bodyOf(answer) === whole);
  },
);

turns.test('between the arrival of a sale and its answer no list continues', async () => {
  client = await box.client();
  const events: string[] = [];
  const { salePriority } = box.parts.invoicing;
  const during = salePriority.during.bind(salePriority);
  salePriority.during = async (work) => {
    events.push('sale arrives');
    try {
      return await during(work);
    } finally {
      events.push('sale is answered');
    }
  };
  const begun = new Promise<void>((resolve) => {
    beforeRead = () => {
      events.push('read');
      resolve();
    };
  });
  const list = (await Caller.ask(await key())).rest();
  await begun;
  for (let n = 0; n < 5; n += 1) await sell();
  await list;
  Reflect.deleteProperty(salePriority, 'during');
  const sales = events.join(', ').match(/sale arrives, (?:read, )*sale is answered/g);
  assert.equal(sales, Array(5).fill('sale arrives, sale is answered'));
  assert.is(events.filter((event) => event === 'read').length, RECEIPTS + 1);
});

turns.test('one list of a key at a time: the next waits, a disconnected caller loses its place', async () => {
  const [mine, other] = [await key(), await key()];
  const first = await (await Caller.ask(mine)).begins();
  const second = await Caller.ask(mine);
  const third = await Caller.ask(mine);
  await requestsArrive();
  assert.is(lists.length, 1);
  const theirs = await (await Caller.ask(other)).begins();
  assert.is(lists.length, 2, 'another key has its own slot');
  await second.leave();
  await requestsArrive();
  await first.leave();
  await third.begins();
  assert.is(lists.length, 3, 'nothing was read for the one that had gone');
  await Promise.all([third.leave(), theirs.leave()]);
});

turns.test('too many that wait are refused with 429 and no Retry-After', async () => {
  const mine = await key();
  const caller = box.anonymous.with(mine);
  const first = await (await Caller.ask(mine)).begins();
  const waiting: Caller[] = [];
  for (let n = 0; n < WAITING; n += 1) waiting.push(await Caller.ask(mine));
  await requestsArrive();
  const refused = await caller.get('/invoices');
  assert.is(readError(429, refused).code, 'rate_limited');
  assert.is(refused.headers['retry-after'], undefined);
  for (const one of [...waiting, first]) await one.leave();
  await requestsArrive();
  assert.is((await caller.get('/invoices?type=Normal')).status, 200);
});

turns.test('a list that cannot be completed is cut, logged, and never looks complete', async () => {
  beforeRead = (_, reads) => {
    if (reads > 3) throw new Error('the disk says no');
  };
  const answer = await (await Caller.ask(await key())).rest();
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.is(bodyOf(answer), undefined);
  const cut = box.log.filter(({ event }) => event === 'request.cut');
  assert.is(cut.length, 1);
  assert.match(String(cut[0]?.['error']), /the disk says no/);
  assert.ok(box.log.some(({ event, id }) => event === 'request.done' && id === cut[0]?.['ref']));
});

turns.test('one that cannot be read from its beginning is a server error, and the slot is free again', async () => {
  beforeRead = () => {
    throw new Error('the disk says no');
  };
  client = await box.client();
  for (let n = 0; n < 3; n += 1) {
    const { code, ref } = readError(500, await client.get('/invoices?type=Normal'));
    assert.is(code, 'server_error');
    assert.ok(box.log.some((entry) => entry['event'] === 'request.failed' && entry['ref'] === ref));
  }
});

turns.test('HEAD gives its slot back too', async () => {
  client = await box.client();
  for (let n = 0; n < 3; n += 1) assert.is((await client.fetch('HEAD', '/api/v1/invoices?type=Normal')).status, 200);
});

turns.test('an unread list is not read from the ledger either, and does not change while others sell', async () => {
  client = await box.client();
  const caller = await (await Caller.ask(await key())).begins();
  await untilStill();
  const held = lists[0]?.reads ?? 0;
  assert.ok(held > 0 && held < RECEIPTS / 2, `${held} receipts were read for a reader that has read none`);
  assert.ok(bodyOf(await caller.rest()) === whole, 'what was sold meanwhile moves nothing');
  assert.is(lists[0]?.reads, RECEIPTS + 1);
});

test.run();
