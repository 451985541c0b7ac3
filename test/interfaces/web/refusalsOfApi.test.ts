import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PFR_REFUSALS } from '../../../src/processors/pfr/index.js';

import { body, line } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import type { Received } from '../../kit/transport.js';
import { makeUsers, type Visitor, visitorAs } from '../../kit/web/visitor.js';

test('what a processor and its card say is Serbian by itself', () => {
  for (const { message } of Object.values(PFR_REFUSALS)) assert.match(message, /\p{Script=Cyrillic}/u);
});

interface ErrorAnswer {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageSr?: string;
    readonly requestId: string;
  };
}

/** Sends the same request to the API and to the page; the page gets more, and the API what its contract states. */
class Both {
  constructor(
    private readonly client: Client,
    private readonly visitor: Visitor,
  ) {}

  async refused(method: 'GET' | 'POST' | 'DELETE', path: string, json?: object): Promise<ErrorAnswer['error']> {
    const [ofApi, ofPage] = [
      await this.client.fetch(method, `/api/v1${path}`, json === undefined ? {} : { json }),
      await this.visitor.send(method, `/web/v1${path}`, json),
    ];
    const [api, page] = [ofApi, ofPage].map(({ text }) => (JSON.parse(text) as ErrorAnswer).error);
    assert.ok(api && page);
    assert.is(ofPage.status, ofApi.status, path);
    assert.is(Number(ofPage.headers['content-length']), Buffer.byteLength(ofPage.text), path);
    const { requestId, message, ...ofBoth } = api;
    assert.ok(!('messageSr' in api) && requestId !== page.requestId, ofApi.text);
    assert.equal({ ...page, ...ofBoth }, page);
    if (message !== page.message)
      assert.not.match(page.message, /kasirbox /, 'pages have words of their own only instead of commands');
    return page;
  }
}

function during(work: (box: TestBox, both: Both) => Promise<void>): Promise<void> {
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box, new Both(await box.client(), await visitorAs(box, 'Ана')));
    },
    { serve: serveWithoutSocket },
  );
}

test('a page is told in Serbian, and the API answers as its contract says', async () => {
  await during(async (box, both) => {
    const client = await box.client('other');
    const { uuid } = read('Invoice', 201, await client.post('/invoices', body({}))) satisfies Invoice;
    for (const [method, path, json, words] of [
      ['GET', '/invoices/00000000-0000-4000-8000-000000000000', undefined, 'Рачун није пронађен.'],
      [
        'POST',
        `/invoices/${uuid}/email`,
        { to: 'nobody' },
        'Потребна је једна адреса е-поште, без имена, као kupac@example.rs.',
      ],
      [
        'POST',
        `/invoices/${uuid}/email`,
        { to: 'a@example.rs' },
        'Сервер за пошту није подешен. Власник га задаје у подешавањима (kasirbox settings set mail).',
      ],
      ['POST', `/invoices/${uuid}/print`, {}, 'Ниједан штампач није подешен. Додајте га у подешавањима.'],
      ['GET', '/invoices?page=0', undefined, undefined],
      ['POST', '/items', { name: 'Кафа', price: 1, label: 'Ж' }, undefined],
      ['POST', '/items', { name: 'КРАЈ ФИСКАЛНОГ РАЧУНА', price: 1, label: 'Ђ' }, undefined],
      ['GET', '/queue/nothing-here', undefined, 'Захтев није пронађен.'],
    ] as const) {
      const { message, messageSr = message } = await both.refused(method, path, json);
      assert.match(messageSr, /\p{Script=Cyrillic}/u, path);
      if (words !== undefined) assert.is(messageSr, words);
    }
  });
});

test('what is Serbian already comes once', async () => {
  await during(async (_, both) => {
    for (const change of [
      { buyerId: 'something' },
      { items: [line({ label: 'Ж' })] },
      { transactionType: 'Refund' },
      { print: 'nowhere' },
    ]) {
      const { message, messageSr } = await both.refused('POST', '/invoices', body(change));
      assert.match(messageSr ?? message, /\p{Script=Cyrillic}/u, message);
    }
  });
});

test('a client that calls too often gets the message in Serbian', async () => {
  await during(async (box) => {
    const visitor = await visitorAs(box, 'Ана');
    const ask = (): Promise<Received> => visitor.send('GET', '/web/v1/tax-labels');
    let reply = await ask();
    for (let calls = 0; reply.status === 200 && calls < 300; calls += 1) reply = await ask();
    const { code, messageSr } = (JSON.parse(reply.text) as ErrorAnswer).error;
    assert.equal([code, messageSr], ['rate_limited', 'Превише захтева у минуту. Сачекајте мало, па поновите.']);
  });
});

test.run();
