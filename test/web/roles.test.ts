import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type OperationName, OPERATIONS } from '../../src/admin/operations.js';
import { TestBox } from '../kit/box.js';
import { serveWithoutSocket } from '../kit/serve.js';
import { codeOf, makeUsers, type Visitor, visitorAs } from '../kit/web/visitor.js';

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
    assert.is((await technician.operate('settings.show')).status, 200);
    assert.is((await technician.operate('setup.show')).status, 200);
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
