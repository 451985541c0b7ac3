import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Channel,
  type ChannelRequest,
  type Exchanged,
  MAX_RECEIPT_ANSWER,
} from '../../../src/processors/pfr/channel.js';
import { type ClientOptions, ProcessorClient, UsualTime } from '../../../src/processors/pfr/processorClient.js';
import { invoiceRequestJson } from '../../../src/processors/pfr/wire/request.js';
import { settled } from '../../kit/handClock.js';
import { LOST } from './processorPair.js';
import { resultOf, sale, signRequest } from './wire/answers.js';

function after(...times: readonly number[]): number {
  const usual = new UsualTime();
  for (const time of times) usual.add(time);
  return usual.overdueAfter;
}

test('an answer is overdue after three times the usual time, and not before two seconds', () => {
  assert.is(after(), 2000);
  assert.is(after(100, 120, 90), 2000);
  assert.is(after(1000, 900, 1100), 3000);
});

test('single slow answers do not count', () => {
  assert.is(after(800, 40_000, 800, 40_000, 800), 2400);
});

test('a processor that has become slower is known after some answers', () => {
  assert.is(after(...Array<number>(15).fill(500), ...Array<number>(7).fill(3000)), 2000);
  assert.is(after(...Array<number>(15).fill(500), ...Array<number>(8).fill(3000)), 9000);
});

const PAC = 'ABC123';

/** A client, and the requests that it has sent. */
function clientWith(options: Partial<ClientOptions> = {}) {
  const sent: ChannelRequest[] = [];
  const client = new ProcessorClient({
    channel: {
      exchange: (request) => {
        sent.push(request);
        return Promise.resolve(LOST);
      },
    },
    ...{ pac: PAC, pinForm: 'json', timeout: 40_000, ...options },
  });
  return { client, sent };
}

const withoutSignal = ({ signal: _, ...request }: ChannelRequest) => request;

test('each call sends what it needs and nothing more: path, headers, timeout, limit and purpose', async () => {
  const { client, sent } = clientWith();
  const request = signRequest();
  await client.createInvoice(request);
  await client.findInvoice('id-1');
  await client.findInvoice('id-1', 700);
  await client.findInvoice('id-1', 9000);
  await client.getStatus();
  await client.getStatus({ purpose: 'sale' });
  await client.sendPin('0012');
  const headers = { Accept: 'application/json', PAC };
  const lookUp = {
    ...{ method: 'GET', path: '/api/v3/invoices/id-1', headers },
    ...{ purpose: 'lookUp', maxBytes: MAX_RECEIPT_ANSWER },
  };
  const status = { method: 'GET', path: '/api/v3/status', headers, timeout: 5000 };
  assert.equal(sent.map(withoutSignal), [
    {
      ...{ method: 'POST', path: '/api/v3/invoices', timeout: 40_000, maxBytes: MAX_RECEIPT_ANSWER, purpose: 'sale' },
      headers: {
        ...headers,
        ...{ 'Content-Type': 'application/json', 'Accept-Language': 'sr-Cyrl-RS', RequestId: request.requestId },
      },
      body: Buffer.from(invoiceRequestJson(request.draft, request.esirNumber)),
    },
    { ...lookUp, timeout: 5000 },
    { ...lookUp, timeout: 700 },
    { ...lookUp, timeout: 5000 },
    status,
    { ...status, purpose: 'sale' },
    {
      ...{ method: 'POST', path: '/api/v3/pin', timeout: 5000, body: Buffer.from('"0012"') },
      headers: { ...headers, 'Content-Type': 'application/json' },
    },
  ]);
});

const CALLS: Readonly<Record<string, (client: ProcessorClient, signal: AbortSignal) => Promise<Exchanged>>> = {
  createInvoice: (client) => client.createInvoice(signRequest()),
  findInvoice: (client) => client.findInvoice('id-1'),
  getStatus: (client, signal) => client.getStatus({ signal }),
  sendPin: (client) => client.sendPin('0012'),
};

test('the end of the box aborts every call, also one that was begun after it; a signal of its own aborts a status call too', async () => {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const by of ['stopped', 'own', 'stopped before', 'own before'] as const) {
      const [stopped, own] = [new AbortController(), new AbortController()];
      const aborting = by.startsWith('stopped') ? stopped : own;
      const signals: AbortSignal[] = [];
      const channel: Channel = {
        exchange: async ({ signal }) => {
          if (signal !== undefined) signals.push(signal);
          await settled();
          aborting.abort();
          return LOST;
        },
      };
      const { client } = clientWith({ stopped: stopped.signal, channel });
      if (by.endsWith('before')) aborting.abort();
      await call(client, own.signal);
      assert.equal(
        signals.map(({ aborted }) => aborted),
        [aborting === stopped || name === 'getStatus'],
        `${name} ${by}`,
      );
    }
  }
});

test('what is aborted after a call has nothing to do with it', async () => {
  const stopped = new AbortController();
  const { client, sent } = clientWith({ stopped: stopped.signal });
  await client.getStatus();
  stopped.abort();
  assert.equal(
    sent.map(({ signal }) => signal?.aborted),
    [false],
  );
});

test('without a PAC none is sent', async () => {
  const { client, sent } = clientWith({ pac: null });
  await client.getStatus();
  assert.equal(sent.map(withoutSignal), [
    { method: 'GET', path: '/api/v3/status', headers: { Accept: 'application/json' }, timeout: 5000 },
  ]);
});

test('a PAC that an answer repeats is shown nowhere, in whatever form the answer is', () => {
  const { client } = clientWith();
  for (const [status, text, shown] of [
    [403, `{"Message":"Invalid PAC value ${PAC}, not ${PAC}."}`, 'Invalid PAC value ***, not ***.'],
    [400, `<html><b>PAC: ${PAC}</b></html>`, 'PAC: ***'],
    [400, `{"errors":{"${PAC}":["2805"]}}`, '***: 2805'],
    [500, `PAC=${PAC}`, 'PAC=***'],
  ] as const) {
    const answer = client.read({ kind: 'answered', status, body: Buffer.from(text) });
    assert.is('text' in answer && answer.text, shown);
  }
  const receipt = { ...resultOf(sale()), messages: `PAC ${PAC}` };
  const read = client.read({ kind: 'answered', status: 200, body: Buffer.from(JSON.stringify(receipt)) });
  assert.is(read.kind === 'receipt' && read.receipt.rest['messages'], 'PAC ***');
});

test('an answer without the PAC is read as it is, and so is every answer where there is none', () => {
  const answer = { kind: 'answered', status: 403, body: Buffer.from(`{"Message":"null ABC12 ***"}`) } as const;
  for (const pac of [PAC, null]) {
    const { client } = clientWith({ pac });
    assert.equal(client.read(answer), { kind: 'error', text: 'null ABC12 ***' });
    const body = Buffer.from('{"message":"\u00e8"}', 'latin1');
    assert.is(client.read({ ...answer, body }).kind, 'unreadable');
  }
});

test.run();
