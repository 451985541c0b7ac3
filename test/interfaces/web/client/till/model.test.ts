import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Reply } from '../../../../../src/interfaces/web/client/net/reply.js';
import type { IssuingResponse } from '../../../../../src/interfaces/web/client/till/tillAnswers.js';
import { addLine, cartTotal } from '../../../../../src/interfaces/web/client/till/cart.js';
import { TillModel } from '../../../../../src/interfaces/web/client/till/model.js';
import {
  nextSale,
  park,
  type Pending,
  type TillState,
  withCart,
} from '../../../../../src/interfaces/web/client/till/tillState.js';
import { seededRandom } from '../../../../kit/random.js';
import { answer, FakeBox, fault, invoice, MemoryStorage } from './lostAnswers.js';

const COFFEE = { name: 'Кафа', unit: 'ком', price: 150_00, quantity: 1000, label: 'Ђ', gtin: null, itemId: 7 };

function pendingOf({ cart }: TillState): Pending {
  const body = { items: cart.lines };
  return { ...{ key: cart.key, subject: 'sale', path: '/invoices' }, body, total: cartTotal(cart), ...REST } as const;
}
const REST = { change: 0, environment: 'sandbox' };

/** Repeats go on until a till is stopped. */
const open = new Set<TillModel>();
test.after.each(() => {
  for (const till of open) till.stop();
  open.clear();
});

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

test('whatever is lost, and wherever the tablet is reloaded, each bill becomes one receipt at most, and none is forgotten', async () => {
  const random = seededRandom();
  for (let walk = 0; walk < 150; walk += 1) {
    let isCalm = false;
    let keys = 0;
    const box = new FakeBox(random, () => isCalm);
    const storage = new MemoryStorage();
    const load = (): TillModel =>
      new TillModel({
        storage,
        calls: box.calls,
        ready: turn,
        signedOut: () => undefined,
        sleep: turn,
        newKey: () => `${walk}-${++keys}`,
        who: () => 'Мира',
      });
    let till = load();
    await till.start();
    /** Bills that were charged, by their only line: its price. */
    const bills = new Set<number>();
    for (let step = 0; step < 40; step += 1) {
      const state = till.state.value;
      assert.ok(state);
      const what = random.int(1, 10);
      if (state.done !== null) await till.change(nextSale);
      else if (what <= 2) {
        // The tablet is reloaded: everything not stored is lost.
        till.stop();
        till = load();
        await till.start();
      } else if (state.pending !== null) {
        if (what === 3) await till.setAside();
        else await turn();
      } else if (state.cart.lines.length === 0) {
        await till.change((now) =>
          withCart(now, (cart) => addLine(cart, { ...COFFEE, price: 100 + walk * 1000 + step })),
        );
      } else {
        bills.add(cartTotal(state.cart));
        void till.send(pendingOf(state));
        if (what > 5) await turn();
      }
    }
    isCalm = true;
    box.settleOpen();
    for (let rounds = 0; rounds < 200; rounds += 1) await turn();
    const end = till.state.value;
    till.stop();
    assert.ok(end);
    assert.equal(end.pending, null);
    assert.equal(end.unsettled, []);
    const sold = [...box.receipts.values()].map(
      ({ body }) => (JSON.parse(body) as { items: { price: number }[] }).items,
    );
    const prices = sold.map((lines) => lines[0]?.price ?? 0);
    assert.equal(new Set(prices).size, prices.length, `sold twice: ${prices.join()}`);
    for (const { key } of end.receipts) assert.ok(box.receipts.has(key), 'a receipt that the box does not have');
    const known = new Set(end.receipts.map(({ key }) => key));
    const newest = [...box.receipts.keys()].slice(-30);
    if (box.receipts.size <= 30)
      for (const key of newest) assert.ok(known.has(key), 'a receipt that the till does not know of');
    till.stop();
  }
});

interface Scene {
  readonly till: TillModel;
  readonly storage: MemoryStorage;
  readonly sent: Pending[];
}

/** A till with one coffee in the cart; `answers` are those of the box, the last one for ever. */
async function scene(answers: readonly Reply<IssuingResponse>[], state: 'free' | 'open' | 'issued'): Promise<Scene> {
  const storage = new MemoryStorage();
  const sent: Pending[] = [];
  let keys = 0;
  const till = new TillModel({
    storage,
    calls: {
      send: async (pending) => {
        assert.equal(
          storage.kept?.pending?.key ?? storage.kept?.unsettled[0]?.key,
          pending.key,
          'not kept before it was sent',
        );
        sent.push(pending);
        return answers[Math.min(sent.length, answers.length) - 1] ?? answer(invoice('u'));
      },
      keyState: async () => answer({ state, uuid: state === 'issued' ? 'found' : null, number: null }),
      invoice: async (uuid) => answer(invoice(uuid)),
    },
    ready: turn,
    signedOut: () => undefined,
    sleep: turn,
    newKey: () => `key-${++keys}`,
    who: () => 'Мира',
  });
  open.add(till);
  await till.start();
  await till.change((now) => withCart(now, (cart) => addLine(cart, COFFEE)));
  return { till, storage, sent };
}

async function charge({ till }: Scene, rounds = 20): Promise<TillState> {
  await till.send(pendingOf(till.state.value!));
  for (let n = 0; n < rounds; n += 1) await turn();
  return till.state.value!;
}

test('a lost answer is asked for again under the same key, with the same content', async () => {
  const lost = await scene([fault(0, 'offline'), fault(503, 'server_error'), fault(429, 'rate_limited')], 'free');
  lost.sent.length = 0;
  const { till, sent } = lost;
  await till.send(pendingOf(till.state.value!));
  for (let n = 0; n < 6; n += 1) await turn();
  assert.ok(sent.length >= 2);
  assert.equal(new Set(sent.map((one) => JSON.stringify(one))).size, 1);
  assert.is.not(till.state.value?.pending, null, 'still in front: no second sale is invited');
});

test('once the end of a request is known nothing is told of its way, and the receipt has what it was asked with', async () => {
  const open = await scene([fault(409, 'pfr_error'), answer(invoice('u'))], 'open');
  const { till } = open;
  const closed = { number: 'A-A-1', before: 100_00, now: [] };
  await till.send({ ...pendingOf(till.state.value!), change: 50_00, received: 200_00, closed, by: 'Мира' });
  for (let n = 0; n < 20; n += 1) await turn();
  const { done } = till.state.value!;
  assert.equal([done?.change, done?.received, done?.closed, done?.by], [50_00, 200_00, closed, 'Мира']);
  assert.equal(till.progress.value, {});
});

test('a refusal gives the bill back under a new key when nothing stands under the old one', async () => {
  const now = await charge(await scene([fault(422, 'validation')], 'free'));
  assert.equal(now.pending, null);
  assert.equal(now.refusal, 'answered 422');
  assert.equal(now.cart.lines.length, 1);
  assert.equal(now.cart.key, 'key-2');
});

test('a refusal of a repeat whose first attempt got through is no refusal', async () => {
  const now = await charge(await scene([fault(422, 'validation')], 'issued'));
  assert.equal(now.done?.uuid, 'found');
  assert.equal(now.cart.lines, []);
});

test('what the processor has not said yet can be put aside, and is asked for on', async () => {
  const open = await scene([fault(409, 'pfr_error')], 'open');
  const before = await charge(open);
  assert.equal(before.pending?.key, 'key-1');
  assert.equal(open.till.progress.value['key-1']?.why, 'open');
  await open.till.setAside();
  const after = open.till.state.value!;
  assert.equal([after.pending, after.unsettled.length, after.cart.lines.length], [null, 1, 0]);
  const asked = open.sent.length;
  for (let n = 0; n < 10; n += 1) await turn();
  assert.ok(open.sent.length > asked);
});

test('a till that is taken back goes on asking for its open request, once; a till that was given up asks for nothing', async () => {
  const open = await scene([fault(0, 'offline')], 'free');
  await charge(open, 4);
  open.till.stop();
  for (let n = 0; n < 4; n += 1) await turn();
  const asked = open.sent.length;
  for (let n = 0; n < 10; n += 1) await turn();
  assert.is(open.sent.length, asked, 'given up');
  await open.till.start();
  assert.is(open.till.state.value?.pending?.key, 'key-1');
  for (let n = 0; n < 10; n += 1) await turn();
  assert.ok(open.sent.length > asked, 'taken back');
  const perTurn = open.sent.length - asked;
  open.till.stop();
  await open.till.start();
  await open.till.start();
  const before = open.sent.length;
  for (let n = 0; n < 10; n += 1) await turn();
  assert.ok(open.sent.length - before <= perTurn + 1, `asked ${open.sent.length - before} times, ${perTurn} before`);
});

test('a bill that is being paid cannot be changed, and is not sent twice', async () => {
  const open = await scene([fault(0, 'offline')], 'free');
  await charge(open, 2);
  await open.till.change((now) => withCart(now, (cart) => addLine(cart, COFFEE)));
  assert.equal(open.till.state.value?.cart.lines[0]?.quantity, 1000);
  await open.till.send({ ...pendingOf(open.till.state.value!), key: 'another' });
  assert.equal([...new Set(open.sent.map(({ key }) => key))], ['key-1']);
});

test('a request that cannot be stored is not sent, and its bill stays open', async () => {
  const open = await scene([fault(0, 'offline')], 'free');
  const { save } = open.storage;
  open.storage.save = async () => 'nothing';
  const now = await charge(open);
  assert.equal([open.sent.length, now.pending, now.cart.lines.length], [0, null, 1]);
  assert.is(open.till.kept.value, 'nothing');
  open.storage.save = save;
  await open.till.keepAgain();
  assert.is(open.till.kept.value, 'all');
  assert.is((await charge(open)).pending?.key, 'key-1');
});

test('a till whose state could not be read sells only after a confirmation', async () => {
  const { till, storage } = await scene([], 'free');
  const { load } = storage;
  storage.load = async () => ({ isWhole: false, state: undefined });
  till.stop();
  await till.start();
  assert.equal([till.isUnread.value, till.state.value], [true, undefined]);
  await till.start(true);
  assert.equal([till.isUnread.value, till.state.value?.cart.lines], [false, []]);
  till.stop();
  storage.load = load;
  await till.start();
  assert.is(till.state.value?.cart.lines.length, 1);
});

test('a bill keeps the name of who began it, over parking too', async () => {
  const { till } = await scene([], 'free');
  await till.change((now, newKey) => park(now, newKey(), 0));
  const { cart, parked } = till.state.value!;
  assert.equal([cart.by, parked[0]?.cart.by], [undefined, 'Мира']);
});

test('a till that is given up while it loads, or before it has kept a change, neither shows nor keeps anything', async () => {
  const { till, storage } = await scene([], 'free');
  await till.change(() => ({ ...till.state.value!, favourites: [1] }));
  const load = till.start();
  till.stop();
  await load;
  assert.is(till.state.value, undefined);
  await till.start();
  const saves = [2, 3].map((id) => till.change((now) => ({ ...now, favourites: [id] })));
  till.stop();
  await Promise.all(saves);
  assert.equal(storage.kept?.favourites, [1]);
});

test('a till that another window has taken sends and keeps nothing more', async () => {
  const open = await scene([fault(0, 'offline')], 'free');
  await charge(open, 4);
  open.till.stop();
  await turn();
  const { length } = open.sent;
  open.storage.kept = undefined;
  for (let n = 0; n < 10; n += 1) await turn();
  assert.equal(open.sent.length, length);
  assert.equal(open.storage.kept, undefined);
});

test.run();
