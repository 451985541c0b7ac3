// turns: 3
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuditPage, AuditRow } from '../../../src/interfaces/admin/audit.js';
import { type OperationName, OPERATIONS } from '../../../src/interfaces/admin/operations.js';
import { API_ROUTES } from '../../kit/apiRoutes.js';
import { deviceRoutes, eventRoutes, qrRoutes } from '../../../src/interfaces/web/routes/devices.js';
import { fileRoutes, updateRoutes } from '../../../src/interfaces/web/routes/files.js';
import { operationRoutes } from '../../../src/interfaces/web/routes/operations.js';
import { receiptRoutes } from '../../../src/interfaces/web/routes/receipt.js';
import { sessionRoutes } from '../../../src/interfaces/web/routes/session.js';
import { tillRoutes } from '../../../src/interfaces/web/routes/till.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { codeOf, makeUsers, Visitor, visitorAs } from '../../kit/web/visitor.js';

/** A question for each operation that changes something; most are refused, which is recorded as well. */
const CHANGES: Partial<Record<OperationName, object>> = {
  'keys.create': { label: 'Шанк' },
  'keys.revoke': { id: 999 },
  'keys.accept': { id: 999 },
  'users.create': { name: 'Сара', role: 'cashier', secret: '8642' },
  'users.password': { id: 999, secret: '8642' },
  'users.recovery-code': { id: 999 },
  'users.remove': { id: 999 },
  'tablets.remove': { id: 999 },
  'settings.set': { name: 'cashierSession', value: 60 },
  'certificate.install': { environment: 'sandbox', key: 'TAJNA', certificate: 'TAJNA', chain: [] },
  'certificate.upload': { environment: 'sandbox', pfx: 'AAAA', password: 'x' },
  'certificate.remove': { environment: 'sandbox' },
  'certificate.trust': { environment: 'sandbox', bundle: 'x' },
  'certificate.renew-ca': {},
  'pfr.pin': { pin: 'x' },
  'pfr.test': { environment: 'sandbox' },
  'pfr.settle': { requestId: 'ffffffff', link: null, reason: 'нема га' },
  'print.add': { name: 'kasa', printer: {} },
  'print.test': { name: 'kasa' },
  'print.ticket': { name: 'kasa' },
  'print.again': { receipt: 'ABCD1234-ABCD1234-15' },
  'print.cancel': { id: 999 },
  'print.logo': { name: 'kasa', logo: null },
  'print.drawer': { name: 'kasa' },
  'queue.remove': { id: '7', reason: 'Роба је враћена.' },
  'queue.settle': { number: 7, reason: 'Роба је враћена.' },
  'queue.issue': { number: 7 },
  'notify.test': {},
  'webhooks.test': { name: 'web-shop' },
  'card.pin': { pin: '8642' },
  'card.accept': { uid: 'CARD0001' },
  'esir.accept': { esirNumber: '742/1.0' },
  'mail.test': { to: 'ana@example.rs' },
  'items.import': { rows: [] },
  'group.decide': { part: 'catalogue', decision: 'taken' },
  'backup.set-code': { code: 'x' },
  'service.restart': {},
  'update.install': { url: 'https://example.rs/a.raucb' },
  'update.acknowledge': {},
  'safe-mode.leave': {},
};

/** Operations that change nothing: a new operation must be listed here or above. */
const READS: readonly OperationName[] = [
  ...(['keys.list', 'users.code', 'users.list', 'tablets.list', 'settings.show', 'certificate.show'] as const),
  ...(['certificate.authority', 'pfr.status', 'pfr.open', 'print.printers', 'print.find', 'print.jobs'] as const),
  ...([
    'queue.list',
    'queue.show',
    'queue.unsettled',
    'backup.probe',
    'backup.sticks',
    'users.check-recovery-code',
    'doctor',
    'receipts.find',
    'receipts.cards',
    'reports.show',
    'reports.rows',
  ] as const),
  ...([
    'reports.refunds',
    'reports.csv',
    'reports.pdf',
    'items.check',
    'items.export',
    'backup.make-code',
    'setup.show',
  ] as const),
  ...([
    'items.find',
    'items.codes',
    'service.show',
    'safe-mode.show',
    'ledger.end',
    'audit.list',
    'update.status',
  ] as const),
  ...(['card.readers', 'card.info', 'card.certificate', 'update.bundles', 'group.show'] as const),
];

/** Calls of the routes of the API that change something, in an order that works, each with its subject. */
const CALLS: readonly (readonly [operation: string, path: string, body: object, subject: string])[] = [
  ['createItem', '/items', { name: 'Кафа', price: 150, label: 'Ђ' }, 'Кафа'],
  ['updateItem', '/items/1', { price: 160 }, 'Кафа'],
  ['replaceItem', '/items/1', { name: 'Еспресо' }, 'Еспресо'],
  ['deactivateItem', '/items/1', {}, 'Еспресо'],
  ['printInvoice', '/invoices/UUID/print', {}, 'NUMBER'],
  ['removeQueued', '/queue/prodaja-9', {}, 'prodaja-9'],
];
/** Their receipt, or the record of the mail, names the caller. */
const OWN_RECORD = [
  'createInvoice',
  'refundInvoice',
  'copyInvoice',
  'emailInvoice',
  'closeAdvance',
  'closeEarlierAdvance',
];

/** Changing routes of the pages, by what they record; null: nothing that lasts is changed. */
const PAGES: Readonly<Record<string, string | null>> = {
  'post /web/session': null,
  'delete /web/session': null,
  'post /web/claim': 'users.claim',
  'post /web/recovery': 'users.recover',
  'delete /web/sessions/{id}': 'sessions.end',
  'post /web/tablet': 'tablets.admit',
  'post /web/operations/{name}': 'each operation',
  'post /web/items/csv': 'items.import',
  'post /web/updates': null,
  'post /web/till/drawer': 'print.drawer',
  'post /web/qr': null,
};

const ITEMS = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];

function during(work: (box: TestBox, as: (name: string) => Promise<Visitor>) => Promise<void>): Promise<void> {
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box, (name) => visitorAs(box, name));
    },
    { serve: serveWithoutSocket },
  );
}

/** All of the audit, newest first. */
async function auditOf(owner: Visitor): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let before: string | null | undefined; before !== null;) {
    const { text } = await owner.operate('audit.list', before === undefined ? {} : { before });
    const { value } = JSON.parse(text) as { readonly value: AuditPage };
    rows.push(...value.rows);
    before = value.next;
  }
  return rows;
}

const shown = (rows: readonly AuditRow[]): unknown[] =>
  rows.map(({ what, subject, who, isDone }) => [what, subject, who, isDone]);

test('each operation either changes something and is in the audit with who, or only reads', () =>
  during(async (_, as) => {
    const known = [...Object.keys(CHANGES), ...READS].sort();
    assert.equal(known, Object.keys(OPERATIONS).sort());
    const owner = await as('Ана');
    for (const [name, ask] of Object.entries(CHANGES)) {
      assert.ok(OPERATIONS[name as OperationName].isChange, name);
      assert.not.match((await owner.operate(name, ask)).text, /malformed/, name);
    }
    for (const name of READS) assert.not(OPERATIONS[name].isChange, name);
    const rows = await auditOf(owner);
    assert.equal(rows.map(({ what }) => what).sort(), Object.keys(CHANGES).sort());
    assert.ok(rows.every(({ who }) => who === 'Ана'));
    assert.not.match(JSON.stringify(rows), /TAJNA|8642/);
  }));

test('each call of the API that changes something is in the audit with who, on pages', () =>
  during(async (_, as) => {
    const changing = Object.entries(API_ROUTES).filter(([, { method }]) => method !== 'get');
    const known = [...CALLS.map(([operation]) => operation), ...OWN_RECORD].sort();
    assert.equal(known, changing.map(([operation]) => operation).sort());
    const owner = await as('Ана');
    const sold = await owner.send('POST', '/web/v1/invoices', { items: ITEMS });
    const { uuid, pfr } = JSON.parse(sold.text) as { uuid: string; pfr: { invoiceNumber: string } };
    const expected: unknown[] = [];
    for (const [operation, path, body, subject] of CALLS) {
      const { status } = await owner.send(
        (API_ROUTES[operation]?.method ?? '').toUpperCase(),
        `/web/v1${path.replace('UUID', uuid)}`,
        body,
      );
      expected.unshift([operation, subject.replace('NUMBER', pfr.invoiceNumber), 'Ана', status < 300]);
    }
    const rows = await auditOf(owner);
    assert.equal(shown(rows), expected);
    assert.is(rows.filter(({ isDone }) => isDone).length, 4, 'the items');
  }));

test('each route of the pages that changes something is in the audit', () =>
  during(async (_, as) => {
    const all = [
      ...[...deviceRoutes, ...eventRoutes, ...fileRoutes, ...operationRoutes, ...qrRoutes, ...receiptRoutes],
      ...[...sessionRoutes, ...tillRoutes, ...updateRoutes],
    ];
    const changing = all.filter(({ method }) => method !== 'get').map(({ method, path }) => `${method} ${path}`);
    assert.equal(changing.sort(), Object.keys(PAGES).sort());
    const owner = await as('Ана');
    await as('Ђорђе');
    await owner.send('POST', '/web/tablet', { label: '7' });
    await owner.send('DELETE', '/web/sessions/99');
    const { text } = await owner.send('GET', '/web/sessions');
    const { sessions } = JSON.parse(text) as { readonly sessions: readonly { readonly id: number; name: string }[] };
    const other = sessions.find(({ name }) => name === 'Ђорђе');
    await owner.send('DELETE', `/web/sessions/${other?.id}`);
    assert.equal(shown(await auditOf(owner)), [
      ['sessions.end', 'Ђорђе', 'Ана', true],
      ['tablets.admit', '7', 'Ана', true],
    ]);
  }));

test('so is a claim, and a recovery', () =>
  TestBox.during(
    async (box) => {
      const owner = new Visitor(box);
      const claimed = await owner.claim(box.parts.claim.current ?? '');
      const { recoveryCode } = JSON.parse(claimed.text) as { readonly recoveryCode: string };
      assert.is((await owner.recover(recoveryCode, 'nova duga lozinka')).status, 200);
      assert.equal(shown(await auditOf(owner)), [
        ['users.recover', null, 'Ана', true],
        ['users.claim', null, 'Ана', true],
      ]);
    },
    { serve: serveWithoutSocket },
  ));

test('what is refused again and again is recorded once a minute, and what is no question at all never', () =>
  during(async (box, as) => {
    const [owner, cashier, technician] = [await as('Ана'), await as('Ђорђе'), await as('Мика')];
    const before = box.parts.ledger.end.sequence;
    for (let at = 0; at < 20; at += 1) {
      assert.is(codeOf(await cashier.send('POST', '/web/till/drawer', { name: `kasa ${at}` })), 'refused');
      await technician.operate('print.drawer', { name: 5 });
      await technician.operate('print.nothing', { name: 'kasa' });
    }
    assert.is(box.parts.ledger.end.sequence, before);
    for (let at = 0; at < 20; at += 1) await technician.operate('print.drawer', { name: `\x1b[2J\u202ekasa${at}` });
    await technician.operate('users.remove', { id: 999 });
    assert.equal(shown(await auditOf(owner)), [
      ['users.remove', '999', 'Мика', false],
      ['print.drawer', '[2Jkasa0', 'Мика', false],
    ]);
    const entry = {
      event: 'operation',
      operation: 'print.drawer',
      subject: '\x1b\u202eб',
      user: 1,
      name: 'Б',
    } as const;
    await box.parts.ledger.put({ type: 'audit', entry: { ...entry, isDone: true } });
    assert.is((await auditOf(owner))[0]?.subject, 'б', 'also of an earlier release');
  }));

test('whoever has written as much as a key may changes nothing more today, but an owner does', () =>
  during(async ({ parts: { dailyQuota, users, settings } }, as) => {
    const [owner, technician] = [await as('Ана'), await as('Мика')];
    for (const name of ['Ана', 'Мика']) {
      dailyQuota.account(users.findByName(name)?.id ?? 0).charge(settings.now.flashBudget * 1_000_000 + 1);
    }
    assert.match((await technician.operate('safe-mode.leave')).text, /as much to the flash/);
    assert.is(codeOf(await technician.operate('settings.show')), 'ok');
    assert.is(codeOf(await owner.operate('settings.set', { name: 'flashBudget', value: 2000 })), 'ok');
    assert.is(codeOf(await technician.operate('settings.set', { name: 'cashierSession', value: 60 })), 'ok');
  }));

test.run();
