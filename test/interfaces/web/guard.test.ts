import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type OperationName, OPERATIONS } from '../../../src/interfaces/admin/operations.js';
import type { AuditPage } from '../../../src/interfaces/admin/audit.js';
import { API_ROUTES } from '../../kit/apiRoutes.js';
import { LOOK_UPS } from '../../../src/interfaces/web/routes/receipt.js';
import { ok } from '../../../src/base/result.js';
import type { UserRole } from '../../../src/platform/ledger/shopRecords.js';
import { SETTINGS } from '../../../src/shop/settings/registry.js';
import { ROUTES } from '../../../src/interfaces/web/pages.js';
import { WEB_RATE_LIMIT } from '../../../src/interfaces/web/webRoute.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { openQueue } from '../../kit/web/till.js';
import type { Received } from '../../kit/transport.js';
import { roleTable } from './roleTable.js';
import { codeOf, makeUsers, type Visitor, visitorAs } from '../../kit/web/visitor.js';

/** What a technician may not: turnover, keys, people, what they changed, and the code that opens backups with all of that. */
const OWNER_ONLY = /^(?:keys|users|tablets|audit)\.|^backup\..*-code$/;

function during(work: (box: TestBox, as: (name: string) => Promise<Visitor>) => Promise<void>): Promise<void> {
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box, (name) => visitorAs(box, name));
    },
    { serve: serveWithoutSocket },
  );
}

test('a technician may not touch keys, users, tablets, the audit or the backup code, and a cashier no operation at all', async () => {
  await during(async (_, as) => {
    const [technician, cashier] = [await as('Мика'), await as('Ђорђе')];
    const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => OWNER_ONLY.test(name));
    assert.ok(names.includes('keys.create') && names.includes('backup.make-code'));
    for (const name of names) {
      // Questions that pass the form, so that it is the role that refuses.
      const ask = { id: 1, label: 'x', name: 'x', role: 'owner', secret: 'x', code: 'x' };
      assert.match((await technician.operate(name, ask)).text, /You are not allowed to do this/, name);
    }
    for (const name of Object.keys(OPERATIONS)) assert.is(codeOf(await cashier.operate(name)), 'not_allowed', name);
    for (const name of ['mail', 'notify', 'cardPin']) {
      const { text } = await technician.operate('settings.set', { name, value: 'keep' });
      assert.match(text, /You are not allowed to do this/, name);
    }
    assert.is((await technician.operate('settings.show')).status, 200);
    assert.is((await technician.operate('setup.show')).status, 200);
  });
});

test('a cashier issues training receipts only where the shop allows it, and nothing is issued otherwise', async () => {
  await during(async (box, as) => {
    const items = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];
    const post = (visitor: Visitor, invoiceType: string) =>
      visitor.send('POST', '/web/v1/invoices', { invoiceType, items });
    const cashier = await as('Ђорђе');
    assert.is(codeOf(await post(cashier, 'Training')), 'not_allowed');
    assert.is((await post(cashier, 'Normal')).status, 201);
    for (const name of ['Ана', 'Мика']) assert.is((await post(await as(name), 'Training')).status, 201, name);
    await box.set('cashierTraining', true);
    assert.is((await post(cashier, 'Training')).status, 201);
    const { invoices } = JSON.parse((await (await box.client()).get('/invoices')).text) as { invoices: object[] };
    assert.is(invoices.length, 4);
  });
});

test('routes of the API: a technician sees no turnover, a cashier only what a till needs', async () => {
  await during(async (_, as) => {
    const [owner, technician, cashier] = [await as('Ана'), await as('Мика'), await as('Ђорђе')];
    const turnover = ['/invoices', '/reports/summary', '/reports/daily'];
    for (const path of turnover) {
      assert.is.not((await owner.send('GET', `/web/v1${path}`)).status, 403, path);
      for (const visitor of [technician, cashier]) {
        assert.is(codeOf(await visitor.send('GET', `/web/v1${path}`)), 'not_allowed', path);
      }
    }
    for (const visitor of [owner, technician, cashier]) {
      assert.is((await visitor.send('GET', '/web/v1/status')).status, 200);
    }
    assert.is(codeOf(await cashier.send('GET', '/web/v1/queue')), 'not_allowed');
    for (const path of ['/web/sessions', '/web/sessions/1']) {
      const method = path.endsWith('1') ? 'DELETE' : 'GET';
      for (const visitor of [technician, cashier]) assert.is(codeOf(await visitor.send(method, path)), 'not_allowed');
    }
    assert.is(codeOf(await technician.send('POST', '/web/tablet', { label: 'x' })), 'not_allowed');
  });
});

const PEOPLE = [
  ['technician', 'Мика'],
  ['cashier', 'Ђорђе'],
] as const;

/** Tries each row of a table as technician and as cashier; `isRefused` does it. All that there is must stand in the table. */
async function tryTable(
  heading: string,
  all: readonly string[],
  as: (name: string) => Promise<Visitor>,
  isRefused: (visitor: Visitor, what: string) => Promise<boolean>,
): Promise<void> {
  const rows = roleTable(heading);
  assert.equal(rows.map(({ what }) => what).sort(), [...all].sort(), heading);
  for (const [role, name] of PEOPLE) {
    const visitor = await as(name);
    for (const row of rows) assert.is(!(await isRefused(visitor, row.what)), row[role], `${role}: ${row.what}`);
  }
}

/** Operations that do nothing, and take any question: who may ask them is what is tried. */
async function withoutEffects(work: () => Promise<void>): Promise<void> {
  const kept = Object.values(OPERATIONS).map((operation) => [operation, { ...operation }] as const);
  for (const [operation] of kept) {
    Object.assign(operation, { check: (ask: unknown) => ok(ask), run: () => Promise.resolve(ok(null)) });
    Object.assign(operation, { withoutTurnover: undefined });
  }
  try {
    await work();
  } finally {
    for (const [operation, before] of kept) Object.assign(operation, before);
  }
}

const isNotAllowed = ({ text }: Received): boolean => /not_allowed|You are not allowed/.test(text);
/** Long enough for a key of a request, and no item or receipt of the box. */
const NOBODYS = '00000000-0000-4000-8000-000000000000';

test('who may set which setting, as docs/security.md says', () =>
  during((_, as) =>
    withoutEffects(() =>
      tryTable('Settings', Object.keys(SETTINGS), as, async (visitor, name) =>
        isNotAllowed(await visitor.operate('settings.set', { name, value: null })),
      ),
    ),
  ));

test('who may ask which operation, as docs/security.md says', () =>
  during((_, as) =>
    withoutEffects(() =>
      tryTable('Operations of the command line', Object.keys(OPERATIONS), as, async (visitor, name) =>
        isNotAllowed(await visitor.operate(name, { name: '' })),
      ),
    ),
  ));

test('who may call which route of the API on pages, as docs/security.md says', () =>
  during((_, as) =>
    tryTable('Routes of the API', Object.keys(API_ROUTES), as, async (visitor, operation) => {
      const route = Object.entries(API_ROUTES).find(([name]) => name === operation)?.[1];
      assert.ok(route);
      const path = route.path.replace(/\{(?:uuid|clientRequestId)\}/, NOBODYS).replace('{id}', '999999');
      const body = route.requestBody === undefined ? undefined : { none: 'of it' };
      return isNotAllowed(await visitor.send(route.method.toUpperCase(), `/web/v1${path}`, body));
    }),
  ));

/** They stay open: `web/events` opens them. */
const STREAMS = ['GET /web/events', 'GET /web/events/box'];

test('who may call which route of the pages, as docs/security.md says', () =>
  during((_, as) => {
    const guarded = ROUTES.flatMap((route) => (route.access === 'signed-in' ? [route] : []));
    const named = new Map(guarded.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]));
    return tryTable('Routes of the pages', [...named.keys()], as, async (visitor, what) => {
      const role = await roleOf(visitor);
      if (STREAMS.includes(what) && named.get(what)?.roles.includes(role) === true) return false;
      const [method = '', path = ''] = what.split(' ');
      // Another device of the same person, since one of the routes signs out.
      const device = path === '/web/session' ? await as(role === 'cashier' ? 'Ђорђе' : 'Мика') : visitor;
      const asked = path.replace('{name}', 'service.show').replace(/\{\w+\}/, NOBODYS);
      return isNotAllowed(await device.send(method, asked, method === 'POST' ? {} : undefined));
    });
  }));

async function roleOf(visitor: Visitor): Promise<UserRole> {
  const { text } = await visitor.send('GET', '/web/session');
  return (JSON.parse(text) as { readonly user: { readonly role: UserRole } }).user.role;
}

test('no setting of a group reaches whom the box tells of its sales, but mail, whose server the owner has set', () => {
  const reaching = Object.entries(SETTINGS).filter(([, { isOfGroup, reach }]) => isOfGroup === true && reach !== 'box');
  assert.equal(
    reaching.map(([name]) => name),
    ['mail'],
  );
});

test('a technician learns no amounts: neither from messages, nor from the queue, nor from receipts of others', async () => {
  await during(async (box, as) => {
    const [owner, technician, cashier] = [await as('Ана'), await as('Мика'), await as('Ђорђе')];
    for (const name of ['notify', 'mail']) {
      assert.match((await technician.operate('settings.set', { name, value: null })).text, /permission .*turnover/);
      assert.is((await owner.operate('settings.set', { name, value: null })).status, 200);
    }
    const items = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];
    const sell = async (visitor: Visitor) => {
      const sold = await visitor.send('POST', '/web/v1/invoices', { items });
      return JSON.parse(sold.text) as { uuid: string; pfr: { invoiceNumber: string; verificationUrl: string } };
    };
    const [own, other] = [await sell(technician), await sell(cashier)];
    for (const path of ['', '/journal', '/document?paper=a4', '/print-jobs']) {
      assert.is((await technician.send('GET', `/web/v1/invoices/${other.uuid}${path}`)).status, 404, path);
    }
    assert.is((await technician.send('POST', `/web/v1/invoices/${other.uuid}/refund`, {})).status, 404);
    assert.is((await technician.send('GET', `/web/receipt?number=${other.pfr.invoiceNumber}`)).status, 404);
    assert.is((await technician.send('GET', `/web/v1/invoices/${own.uuid}`)).status, 200);
    assert.is((await technician.send('GET', `/web/receipt?number=${own.pfr.invoiceNumber}`)).status, 200);

    const processor = await openQueue(box);
    await processor.stop();
    const queued = { items, whenOffline: 'queue' };
    await cashier.send('POST', '/web/v1/invoices', queued, { 'Idempotency-Key': 'prodaja-3' });
    const waiting = await technician.send('POST', '/web/v1/invoices', queued, { 'Idempotency-Key': 'prodaja-4' });
    assert.is(waiting.status, 202);
    assert.is((await technician.send('GET', '/web/v1/queue/prodaja-3')).status, 404);
    assert.is((await technician.send('GET', '/web/v1/queue/nema')).status, 404);
    assert.is((await technician.send('GET', '/web/v1/queue/prodaja-4')).status, 200);
    assert.is((await cashier.send('GET', '/web/v1/queue/prodaja-3')).status, 200);
    assert.match((await owner.operate('queue.list')).text, /"total":15000/);
    assert.match((await technician.operate('queue.list')).text, /"total":null/);
    assert.match((await technician.operate('queue.show', { id: 'prodaja-3' })).text, /"total":null/);
  });
});

test('a cashier finds by paper; numbers of others are recorded, made links find nothing, and look-ups end', async () => {
  await during(async (_, as) => {
    const [owner, cashier] = [await as('Ана'), await as('Ђорђе')];
    const items = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];
    const sold = await owner.send('POST', '/web/v1/invoices', { items });
    const { pfr } = JSON.parse(sold.text) as { pfr: { invoiceNumber: string; verificationUrl: string } };
    const look = (query: string) => cashier.send('GET', `/web/receipt?${query}`);
    assert.is((await look(`link=${encodeURIComponent(pfr.verificationUrl)}`)).status, 200);
    assert.is((await look(`link=${encodeURIComponent(forged(pfr.verificationUrl))}`)).status, 404);
    assert.is((await look(`number=${pfr.invoiceNumber}`)).status, 200);
    const { text } = await owner.operate('audit.list');
    const { value } = JSON.parse(text) as { readonly value: AuditPage };
    const rows = value.rows.map(({ what, subject, who }) => [what, subject, who]);
    assert.equal(rows, [['receipt.find', pfr.invoiceNumber, 'Ђорђе']]);
    for (let at = 3; at < LOOK_UPS.requests; at += 1) await look('number=ABCD1234-ABCD1234-9');
    assert.is(codeOf(await look(`number=${pfr.invoiceNumber}`)), 'slow_down');
    assert.is((await owner.send('GET', `/web/receipt?number=${pfr.invoiceNumber}`)).status, 200);
  });
});

/** The link with another amount, which can be made by anyone who knows its form. */
function forged(link: string): string {
  const [base = '', vl = ''] = link.split('vl=');
  const payload = Buffer.from(decodeURIComponent(vl), 'base64');
  payload.writeBigUInt64LE(payload.readBigUInt64LE(25) + 10_000n, 25);
  createHash('md5')
    .update(payload.subarray(0, -16))
    .digest()
    .copy(payload, payload.length - 16);
  return `${base}vl=${encodeURIComponent(payload.toString('base64'))}`;
}

test('whatever a person asks of the pages counts, also what there is not and what comes from elsewhere', async () => {
  await during(async (_, as) => {
    for (const [path, headers] of [
      ['/web/session', {}],
      ['/web/nothing', {}],
      ['/web/till', { 'Sec-Fetch-Site': 'cross-site' }],
    ] as const) {
      const cashier = await as('Ђорђе');
      let status = 0;
      for (let asked = 0; asked <= WEB_RATE_LIMIT.requests && status !== 429; asked += 1) {
        ({ status } = await cashier.send('GET', path, undefined, headers));
      }
      assert.is(status, 429, path);
    }
  });
});

test('the name of a cashier stands on the receipt, whatever the page says', async () => {
  await during(async (_, as) => {
    const cashier = await as('Ђорђе');
    const items = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];
    const sold = await cashier.send('POST', '/web/v1/invoices', { items, cashier: 'Неко Други' });
    assert.is(sold.status, 201, sold.text);
    assert.match(sold.text, /Ђорђе/);
    assert.not.match(sold.text, /Неко Други/);
  });
});

test('the API knows no cookies, and the pages know no keys', async () => {
  await during(async (box, as) => {
    const owner = await as('Ана');
    assert.is((await owner.send('GET', '/api/v1/status')).status, 401);
    const { key } = await box.newKey();
    owner.cookies.clear();
    const headers = { Authorization: `Bearer ${key}` };
    assert.is(codeOf(await owner.send('GET', '/web/v1/status', undefined, headers)), 'signed_out');
    assert.is(codeOf(await owner.send('POST', '/web/operations/keys.list', {}, headers)), 'signed_out');
  });
});

test('each change is recorded with who made it, and nothing secret; what only reads is not', async () => {
  await during(async (box, as) => {
    const owner = await as('Ана');
    const recorded: unknown[] = [];
    const { ledger } = box.parts;
    const put = ledger.put.bind(ledger);
    ledger.put = (change) => {
      if (change.type === 'audit') recorded.push(change.entry);
      return put(change);
    };
    await owner.operate('settings.show');
    await owner.operate('users.create', { name: 'Сара', role: 'cashier', secret: '8642' });
    await owner.operate('users.remove', { id: 999 });
    const by = { user: box.parts.users.findByName('Ана')?.id, name: 'Ана' };
    assert.equal(recorded, [
      { event: 'operation', operation: 'users.create', subject: 'Сара', ...by, isDone: true },
      { event: 'operation', operation: 'users.remove', subject: '999', ...by, isDone: false },
    ]);
  });
});

test.run();
