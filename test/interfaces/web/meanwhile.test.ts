import { english } from '../../../src/base/index.js';
// time limit: 1800 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { cases } from '../../kit/cases.js';
import { seededRandom } from '../../kit/random.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import type { Received } from '../../kit/transport.js';
import { codeOf, letIn, makeUsers, PASSWORD, PIN, Visitor, visitorAs } from '../../kit/web/visitor.js';

/** A user is removed, or gets another secret, while a request of that user waits. */
const OTHER = 'druga lozinka 2';

function withBox(work: (box: TestBox) => Promise<void>): Promise<void> {
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box);
    },
    { serve: serveWithoutSocket },
  );
}

function numberOf({ parts }: TestBox, name: string): number {
  const user = parts.users.findByName(name);
  if (user === undefined) throw new Error(`no ${name}`);
  return user.id;
}

/** What ends a sign-in that is under way. */
type Ending = 'user' | 'secret' | 'tablet';

async function end(box: TestBox, ending: Ending, { name, tablet }: { name: string; tablet: number }): Promise<void> {
  const { users, tablets } = box.parts;
  const id = numberOf(box, name);
  switch (ending) {
    case 'user':
      assert.ok((await users.remove(id)).ok);
      return;
    case 'secret':
      assert.ok((await users.setSecret(id, name === 'Ђорђе' ? '8642' : OTHER)).ok);
      return;
    case 'tablet':
      assert.ok((await tablets.remove(tablet)).ok);
  }
}

/** A sign-in whose user, secret or tablet goes as soon as it has been found right, and was stored so many steps of the box before. */
async function signInWhile(box: TestBox, name: string, ending: Ending, steps: number): Promise<Visitor> {
  const { users, ledger } = box.parts;
  const visitor = new Visitor(box);
  const tablet = ending === 'tablet' || name === 'Ђорђе' ? await letIn(box, visitor) : 0;
  const [authenticate, put] = [users.authenticate.bind(users), ledger.put.bind(ledger)];
  let ended: Promise<void> | undefined;
  const slowAuthenticate: typeof authenticate = async (...given) => {
    const found = await authenticate(...given);
    assert.ok(found.ok && found.value);
    const stored = new Promise<void>((resolve) => {
      const toldPut: typeof put = async (...record) => {
        const done = await put(...record);
        resolve();
        return done;
      };
      Object.assign(ledger, { put: toldPut });
    });
    ended = end(box, ending, { name, tablet });
    await stored;
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    return found;
  };
  Object.assign(users, { authenticate: slowAuthenticate });
  await visitor.signIn(name, name === 'Ђорђе' ? PIN : PASSWORD);
  Object.assign(users, { authenticate });
  Object.assign(ledger, { put });
  await ended;
  return visitor;
}

for (const [name, ending] of [
  ['Мика', 'user'],
  ['Мика', 'secret'],
  ['Ђорђе', 'user'],
  ['Ђорђе', 'secret'],
  ['Ђорђе', 'tablet'],
] as const) {
  test(`no session of ${name} outlives its ${ending}, although that went while it was looked at`, () =>
    withBox(async (box) => {
      const visitor = await signInWhile(box, name, ending, 100);
      assert.is(await visitor.state(), 'signed-out');
      assert.is((await visitor.operate('service.status')).status, 401);
    }));
}

const RACES = cases('RACES', { ci: 20, all: 10_000 });

test('a removal wins each race against a sign-in, at whatever step of it', () =>
  withBox(async (box) => {
    const random = seededRandom();
    const { users } = box.parts;
    for (let race = 0; race < RACES; race += 1) {
      const name = `Корисник ${race}`;
      assert.ok((await users.create(name, 'technician', PASSWORD)).ok);
      const visitor = await signInWhile(box, name, 'user', random.int(0, 20));
      assert.is(await visitor.state(), 'signed-out', `race ${race}`);
    }
  }));

test('an owner whose removal came first makes no other owner, and changes no password', () =>
  withBox(async (box) => {
    const { users } = box.parts;
    assert.ok((await users.create('Вера', 'owner', PASSWORD)).ok);
    const owner = await visitorAs(box, 'Ана');
    const removed = users.remove(numberOf(box, 'Ана'));
    const asked = await Promise.all([
      owner.operate('users.create', { name: 'Лоша', role: 'owner', secret: PASSWORD }),
      owner.operate('users.password', { id: numberOf(box, 'Вера'), secret: OTHER }),
    ]);
    assert.ok((await removed).ok);
    for (const { status, text } of asked) assert.ok(status >= 400, text);
    assert.is(users.findByName('Лоша'), undefined);
    assert.is(await (await visitorAs(box, 'Вера')).state(), 'signed-in');
  }));

/** A body whose second half comes only when `between` is over. */
async function* halves(text: string, between: () => Promise<unknown>): AsyncGenerator<string> {
  yield text.slice(0, 10);
  await between();
  yield text.slice(10);
}

for (const [path, body] of [
  ['/web/items/csv', 'plu;назив;цена;ознака\n1;Кафа;150;Ђ\n'],
  ['/web/v1/items', JSON.stringify({ name: 'Кафа', price: 150, label: 'Ђ' })],
  ['/web/operations/keys.create', JSON.stringify({ label: 'задња врата' })],
  ['/web/operations/users.create', JSON.stringify({ name: 'Лоша', role: 'owner', secret: PASSWORD })],
  ['/web/tablet', JSON.stringify({ label: 'задња врата' })],
] as const) {
  test(`what comes in at ${path} for an owner who is removed while it comes is thrown away`, () =>
    withBox(async (box) => {
      const { users, keys, tablets, catalogue } = box.parts;
      assert.ok((await users.create('Вера', 'owner', PASSWORD)).ok);
      const owner = await visitorAs(box, 'Ана');
      const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
      const reply = await box.anonymous.fetch('POST', path, {
        chunks: halves(body, () => users.remove(numberOf(box, 'Ана'))),
        headers: {
          ...{ Host: owner.host, Origin: `https://${owner.host}`, Cookie: cookie, 'X-CSRF-Token': owner.csrf },
          ...(!path.endsWith('csv') && { 'Content-Type': 'application/json' }),
        },
      });
      assert.is(codeOf(reply), 'signed_out');
      assert.equal([keys.list(), tablets.list(), catalogue.all()], [[], [], []]);
      assert.is(users.findByName('Лоша'), undefined);
    }));
}

async function newKey(box: TestBox): Promise<{ readonly id: number; readonly key: string }> {
  const created = await box.parts.keys.create('каса');
  if (!created.ok) throw new Error(english(created.error));
  return created.value;
}

test('a key that is revoked while its body comes changes nothing', () =>
  withBox(async (box) => {
    const { id, key } = await newKey(box);
    const item = JSON.stringify({ name: 'Кафа', price: 150, label: 'Ђ' });
    const reply = await box.anonymous.with(key).call('POST', '/items', {
      chunks: halves(item, () => box.parts.keys.revoke(id)),
      headers: { 'Content-Type': 'application/json' },
    });
    assert.is(codeOf(reply), 'unauthorized');
    assert.equal(box.parts.catalogue.all(), []);
  }));

test('who waits for events with a key that is revoked meanwhile learns of none', () =>
  withBox(async (box) => {
    const { id, key } = await newKey(box);
    const client = await box.client();
    const waiting = box.anonymous.with(key).get('/events?after=now&wait=30');
    await Promise.resolve();
    assert.ok((await box.parts.keys.revoke(id)).ok);
    const sold = await client.post('/invoices', {
      ...{ invoiceType: 'Normal', transactionType: 'Sale', clientRequestId: 'dogadjaj-1' },
      items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, labels: ['Ђ'] }],
      payments: [{ amount: 150, paymentType: 'Cash' }],
    });
    assert.is(sold.status, 201, sold.text);
    const told: Received = await waiting;
    assert.is(codeOf(told), 'unauthorized');
  }));

test.run();
