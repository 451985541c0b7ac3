import * as http from 'node:http';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { check } from '../kit/check.js';
import { BASE } from '../kit/client.js';
import { matches, read, refused, same, status, that } from '../kit/expect.js';
import { invoice, invoiceList, me, status as statusShape, summary } from '../kit/shapes.js';
import { para } from '../kit/till.js';

/** Wall clock of Belgrade at an instant, `YYYY-MM-DD HH:MM:SS`. */
function belgrade(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Belgrade' });
}

/** "General facts", in their order. */
export const generalChecks = [
  check(['general.1.json', 'service.status', 'service.reference'], async ({ client }) => {
    for (const path of ['/status', '/me', '/tax-labels', '/categories', '/invoices', '/items', '/nothing']) {
      const answer = await client.get(path);
      matches(answer.headers['content-type'] ?? '', /^application\/json(?:; *charset=utf-8)?$/i, 'Content-Type');
      answer.json();
    }
  }),
  check('general.1.utf8-request', async ({ client }) => {
    const raw = Buffer.from('{"items":[{"name":"\xca\xe0\xf4\xe0"}]}', 'latin1');
    refused(await client.call('POST', '/invoices', { raw }), 400, 'bad_request');
  }),
  check('general.1.journal', async ({ client, till }) => {
    const { uuid } = await till.issue();
    const { headers } = await client.get(`/invoices/${uuid}/journal`);
    matches(headers['content-type'] ?? '', /^text\/plain/, 'Content-Type');
  }),
  check('general.1.document', async ({ client, till }) => {
    const { uuid } = await till.issue();
    const { headers } = await client.get(`/invoices/${uuid}/document`);
    matches(headers['content-type'] ?? '', /^(?:text\/html|application\/pdf)/, 'Content-Type');
  }),
  check('general.1.https', async ({ client }) => {
    const { hostname, port } = new URL(client.origin);
    const answered = await new Promise<number>((done) => {
      const host = hostname.replace(/^\[|\]$/g, '');
      const request = http.get({ host, port, path: `${BASE}/status`, agent: false, timeout: 5000 }, (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => done(0));
    });
    that(answered === 0 || answered >= 300, `plain HTTP is answered with ${answered}`);
  }),
  check(['general.2.dot', 'general.2.serbian'], async ({ client, till }) => {
    const answer = await client.post('/invoices', till.saleOf({ quantity: 1.5, unitPrice: 1234.5 }));
    const { journal } = read(answer, 201, invoice);
    matches(answer.text, /"totalAmount": ?1851\.75?0?\b/, 'a JSON number');
    matches(journal ?? '', /1\.234,50[^]*1\.851,75/, 'the journal');
  }),
  check(['general.3.vat', 'general.3.pfr', 'taxItem.amount', 'taxItem.total'], async ({ till }) => {
    const line = till.line({ quantity: 1, unitPrice: 120, taxRate: 99, tax: 1 });
    const { total, taxItems } = await till.issue({ items: [line], taxItems: [{ amount: 1 }] });
    same(total, 120, 'the total');
    const [tax] = taxItems;
    that(tax !== undefined && taxItems.length === 1, 'expected one tax item');
    const { label, rate } = till.label;
    same([tax.label, tax.rate, tax.total], [label, rate, 120], 'the tax item');
    same(para(tax.amount), Math.round((12000 * rate) / (100 + rate)), 'the tax contained in 120,00, in para');
  }),
  check(
    [
      'general.4.belgrade',
      'general.4.stored',
      'general.4.status',
      'status.time',
      'invoice.createdAt',
      'pfr.sdcDateTime',
    ],
    async ({ client, till }) => {
      const clock = async (): Promise<string> => {
        const { time } = read(await client.get('/status'), 200, statusShape);
        const shown = time.slice(0, 19).replace('T', ' ');
        same(belgrade(Date.parse(time)), shown, 'Belgrade time of the status');
        return shown;
      };
      const before = await clock();
      const { createdAt, pfr } = await till.issue();
      const after = await clock();
      // In the hour that is there twice in autumn the wall clock says nothing of the order.
      const isAmbiguous = after < before;
      that(
        isAmbiguous || (before <= createdAt && createdAt <= after),
        `createdAt ${before} to ${after}, is ${createdAt}`,
      );
      that(pfr.sdcDateTime !== null, 'expected a PFR time');
    },
  ),
  check('general.5', async ({ client, till }) => {
    const wrong = [
      { invoiceType: 'normal' },
      { transactionType: 'SALE' },
      { payments: [{ paymentType: 'cash', amount: 300 }] },
    ];
    for (const change of wrong) refused(await client.post('/invoices', till.sale(change)), 422, 'validation');
  }),
  check('general.6.slash', async ({ client, till }) => {
    const { uuid } = read(await client.post('/invoices/', till.sale()), 201, invoice);
    same(read(await client.get(`/invoices/${uuid}/`), 200, invoice).uuid, uuid, 'the uuid');
    read(await client.get('/me/'), 200, me);
  }),
  check(['general.6.unknown', 'errors.404.path', 'enum.error.not_found'], async ({ client, till }) => {
    const { uuid } = await till.issue();
    for (const path of ['/nothing', '/invoices/x', `/invoices/${uuid}/nothing`, '/items/x', '/Me']) {
      refused(await client.get(path), 404, 'not_found');
    }
  }),
  check('general.6.method', async ({ client }) => {
    for (const [method, path] of [
      ['POST', '/status'],
      ['DELETE', '/invoices'],
      ['PUT', '/items'],
    ] as const) {
      refused(await client.call(method, path), 404, 'not_found');
    }
  }),
  check('general.6.no-key', async ({ client }) => {
    refused(await client.get('/nothing', { key: null }), 401, 'unauthorized');
  }),
  check(['general.7.mode', 'general.8.sandbox', 'versioning.3.1.3.environments'], async ({ till }) => {
    const { environment, pfr } = till.start;
    const issued = await till.issue();
    same([issued.pfr.mode, issued.pfr.environment], [pfr.mode, environment], 'mode and environment of a receipt');
    that(environment === 'production' || !issued.pfr.fiscal, 'a receipt of the sandbox is not fiscal');
  }),
  check(['general.7.marked', 'general.7.flag', 'general.7.no-validity', 'enum.pfrMode.demo'], async ({ till }) => {
    const { journal, pfr } = await till.issue();
    matches(journal ?? '', /демо/i, 'the journal of a demo receipt');
    same([pfr.mode, pfr.demo, pfr.fiscal], ['demo', true, false], 'mode, demo, fiscal');
  }),
  check('general.7.notice', async ({ till }) => {
    const rows = ((await till.issue()).journal ?? '').trimEnd().split(/\r?\n/);
    for (const row of [rows[1], rows.at(-2)])
      matches(row ?? '', /^ *ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ *$/, 'the line');
  }),
  check('general.7.counter', async ({ till }) => {
    const number = async (): Promise<number> => Number((await till.issue()).pfr.invoiceNumber?.split('-')[2]);
    same((await number()) + 1, await number(), 'the number after the one before');
  }),
  check('general.7.link', async ({ client, till }) => {
    const { pfr } = await till.issue();
    const { pathname, search } = new URL(pfr.verificationUrl ?? '');
    const page = await client.fetch('GET', pathname + search);
    status(page, 200);
    matches(page.text, /демо/i, 'the verification page');
  }),
  check('general.7.page', async ({ client, till }) => {
    const { pfr } = await till.issue();
    const { pathname, search } = new URL(pfr.verificationUrl ?? '');
    const payload = new URLSearchParams(search).get('vl') ?? '';
    const changed = payload.slice(0, 40) + (payload[40] === 'A' ? 'B' : 'A') + payload.slice(41);
    const other = await client.fetch('GET', `${pathname}?vl=${encodeURIComponent(changed)}`);
    that(other.status >= 400 && !other.text.includes(String(pfr.invoiceNumber)), 'a changed link gives nothing away');
  }),
  check('general.7.public-url', async ({ operator, till }) => {
    await operator.during('publicUrl', 'https://kasa.example:8443', async () => {
      const { verificationUrl } = (await till.issue()).pfr;
      matches(verificationUrl ?? '', /^https:\/\/kasa\.example:8443\//, 'the link');
    });
  }),
  check(
    [
      ...(['general.8.two', 'general.8.recorded', 'general.8.lists', 'general.8.reports', 'list.active'] as const),
      ...(['summary.active', 'enum.environment.sandbox', 'enum.environment.production'] as const),
    ],
    async ({ client, operator, till }) => {
      const cashier = `Окружење ${till.run}`;
      const seen = async (): Promise<unknown> => {
        const { environment } = read(await client.get('/status'), 200, statusShape);
        const listed = read(await client.get('/invoices'), 200, invoiceList);
        const report = read(await client.get('/reports/summary'), 200, summary);
        same([listed.environment, report.environment], [environment, environment], 'environment of list and report');
        that(
          listed.invoices.every(({ pfr }) => pfr.environment === environment),
          `only receipts of ${environment}`,
        );
        const own = report.byCashier.find((row) => row.cashier === cashier);
        return [environment, listed.invoices[0]?.uuid, own?.turnover];
      };
      const first = await till.issue(till.sale({ cashier }));
      same(first.pfr.environment, 'sandbox', 'environment of the receipt');
      same(await seen(), ['sandbox', first.uuid, 300], 'environment, newest receipt, turnover');
      const processor = await FakePfrServer.start({ environment: 'production', jid: 'REAL7PFR', pin: null });
      try {
        await operator.during('environment', 'production', async () => {
          same(await seen(), ['production', undefined, undefined], 'environment, newest receipt, turnover');
          refused(await client.post('/invoices', till.sale({ cashier })), 409, 'pfr_error');
          await operator.during('pfr.production', { mode: 'lpfr', url: processor.url }, async () => {
            const second = await till.issue({ cashier, items: [till.line({ quantity: 1 })] });
            same(second.pfr.environment, 'production', 'environment of the receipt');
            same(await seen(), ['production', second.uuid, 150], 'environment, newest receipt, turnover');
          });
        });
      } finally {
        await processor.stop();
      }
      same(await seen(), ['sandbox', first.uuid, 300], 'environment, newest receipt, turnover');
    },
  ),
  check(['general.9.production', 'general.9.sandbox', 'general.9.certificate'], async ({ operator }) => {
    const refuses = async (name: string, value: unknown): Promise<void> => {
      const before = await operator.setting(name);
      const complaint = await operator.set(name, value);
      if (complaint === undefined) await operator.set(name, before);
      that(complaint !== undefined, `settings set ${name} ${JSON.stringify(value)} is taken`);
      same(await operator.setting(name), before, `${name} after the refusal`);
    };
    const [real, test] = ['https://vsdc.suf.purs.gov.rs', 'https://vsdc.sandbox.suf.purs.gov.rs'];
    await refuses('pfr.production', { mode: 'vpfr', url: test });
    await refuses('pfr.sandbox', { mode: 'vpfr', url: real });
    await operator.during('pfr.sandbox', { mode: 'vpfr', url: test, pac: 'KIT123' }, () =>
      refuses('pfr.production', { mode: 'vpfr', url: real, pac: 'KIT123' }),
    );
  }),
  check(['general.10.origin', 'general.10.credentials'], async ({ client }) => {
    const headers = { Origin: 'https://shop.example' };
    const answers = [
      await client.get('/me', { headers }),
      await client.get('/me', { headers, key: null }),
      await client.get('/nothing', { headers }),
      await client.call('POST', '/invoices', { raw: '{', headers }),
      await client.call('OPTIONS', '/invoices', { headers: PREFLIGHT, key: null }),
    ];
    for (const answer of answers) {
      same(answer.headers['access-control-allow-origin'], '*', `Access-Control-Allow-Origin (${answer.status})`);
      same(answer.headers['access-control-allow-credentials'], undefined, 'Access-Control-Allow-Credentials');
    }
  }),
  check(['general.10.preflight', 'general.10.headers', 'versioning.3.1.3.cors'], async ({ client }) => {
    const preflight = await client.call('OPTIONS', '/invoices', { headers: PREFLIGHT, key: null });
    status(preflight, 200, 204);
    const methods = String(preflight.headers['access-control-allow-methods']);
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      that(methods.includes(method), `${method} is allowed`);
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      that(allowed === '*' ? name !== 'authorization' : allowed.includes(name), `the header ${name} is allowed`);
    }
  }),
  check(['general.10.cookies', 'auth.7'], async ({ client, till }) => {
    const cookie = `Authorization=Bearer kasir_${'0'.repeat(48)}; session=1`;
    refused(await client.get('/me', { key: null, headers: { Cookie: cookie } }), 401, 'unauthorized');
    refused(
      await client.get('/me', { key: null, headers: { Authorization: 'Basic YXBpOmFwaQ==' } }),
      401,
      'unauthorized',
    );
    for (const answer of [await client.get('/me'), await client.post('/invoices', till.sale())]) {
      same(answer.headers['set-cookie'], undefined, 'Set-Cookie');
    }
  }),
  check(
    [
      ...(['general.11.refused', 'general.11.cash', 'general.11.setting'] as const),
      ...(['post.rule.5.disabled', 'errors.case.cash'] as const),
    ],
    async ({ operator, till }) => {
      await operator.during('simplifiedCash', true, async () => {
        for (const paymentType of ['Card', 'Check', 'MobileMoney']) {
          const message = await till.refusal(till.paid([paymentType, 300]));
          that(message.includes('Cash') || message.includes(paymentType), `names ${paymentType} or Cash: ${message}`);
        }
        for (const paymentType of ['Cash', 'WireTransfer', 'Voucher', 'Other'])
          await till.issue(till.paid([paymentType, 300]));
      });
      await operator.during('simplifiedCash', false, async () => {
        await till.issue(till.paid(['Card', 300]));
      });
    },
  ),
];

const PREFLIGHT = {
  Origin: 'https://shop.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
};
