import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../../../src/base/bilingual.js';
import { validationErrors } from '../../../../src/sales/invoicing/draft/refusals/validationErrors.js';
import { QUEUE_TEXTS } from '../../../../src/sales/invoicing/queue/queueWorker.js';
import type { Refusal } from '../../../../src/processors/pfr/port.js';
import { PFR_REFUSALS } from '../../../../src/processors/pfr/pfrTexts.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { line } from '../bodies.js';
import { BAD_LABEL, GONE, LOST, message, NO_CARD, ON, Shop } from './shop.js';

test('a sale whose processor is out of reach waits, and a repeat is told where it stands', async () => {
  const shop = (await Shop.open()).connect();
  const first = await shop.sell('key-of-first');
  assert.is(first.kind, 'queued');
  const second = await shop.sell('key-of-second');
  for (const [outcome, position] of [
    [first, 1],
    [second, 2],
  ] as const) {
    const view = outcome.kind === 'queued' ? outcome.entry : undefined;
    assert.equal(
      [view?.state, view?.position, view?.order.number, view?.order.total],
      ['queued', position, position, 30_000],
    );
  }
  assert.equal(await shop.sell('key-of-first'), first);
  assert.equal(
    await shop.sell('key-of-first', { whenOffline: null, print: false }),
    first,
    'with or without the field',
  );
  assert.equal(shop.states(), ['key-of-first queued 1', 'key-of-second queued 2']);
  assert.is(
    message(await shop.sell('key-of-first', { items: [line({ quantity: 3 })] })),
    validationErrors.keyUsedForOther().message,
  );
  await shop.close();
});

test('two requests with one key at the same time wait as one', async () => {
  const shop = (await Shop.open()).connect();
  const both = await Promise.all([shop.sell('key-of-both'), shop.sell('key-of-both')]);
  assert.equal(
    both.map(({ kind }) => kind),
    ['queued', 'queued'],
  );
  assert.equal(shop.states(), ['key-of-both queued 1']);
  await shop.close();
});

test('a key that waits is taken for every other request', async () => {
  const shop = (await Shop.open()).connect();
  shop.fault = undefined;
  const sale = await shop.sell('key-of-sale');
  shop.fault = GONE;
  await shop.sell('key-of-first');
  shop.fault = undefined;
  const refund = await shop.refund(sale.kind === 'issued' ? sale.invoice.uuid : '', 'key-of-first');
  assert.is(refund.kind === 'invalid' && refund.error.message, validationErrors.keyUsedForOther().message);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  await shop.close();
});

test('only what certainly reached nobody waits', async () => {
  const shop = (await Shop.open()).connect();
  shop.fault = NO_CARD;
  assert.is(message(await shop.sell('key-of-card')), NO_CARD.message);
  shop.fault = undefined;
  shop.signing = () => BAD_LABEL;
  assert.is(message(await shop.sell('key-of-label')), BAD_LABEL.message);
  shop.signing = () => LOST;
  const unclear = shop.sell('key-of-lost');
  for (let look = 0; look < 4; look += 1) await shop.pass(2000);
  assert.is(message(await unclear), PFR_REFUSALS.unknown.message);
  shop.fault = GONE;
  assert.is(
    message(await shop.sell('key-of-lost')),
    PFR_REFUSALS.unknown.message,
    'the same request is not known to be unsigned',
  );
  assert.is((await shop.sell('key-of-other')).kind, 'queued', 'another one certainly was not sent');
  assert.equal(shop.states(), ['key-of-other queued 1']);
  await shop.close();
});

test('what cannot be checked, or is wrong, does not wait', async () => {
  const shop = (await Shop.open()).connect();
  assert.is(message(await shop.sell(null)), validationErrors.queueNeedsKey().message);
  assert.match(message(await shop.sell('key-of-label', { items: [line({ label: 'Ж' })] })), 'није активна');
  shop.pfr = standIn(shop.pfr, { taxLabels: () => [] });
  assert.is(message(await shop.sell('key-of-rates')), GONE.message, 'no rates were ever seen');
  assert.equal(shop.states(), []);
  await shop.close();
});

test('where the queue is off or full the caller is told so, and nothing is kept', async () => {
  const shop = (await Shop.open(new MemoryDisk(), null)).connect();
  assert.is(message(await shop.sell('key-of-off')), `${GONE.message} ${QUEUE_TEXTS.off.message}`);
  assert.ok((await shop.settings.set('offlineQueue', ON)).ok);
  const keys = ['key-one', 'key-two', 'key-three', 'key-four', 'key-five'].map((key) => `${key}-of-many`);
  const outcomes = await Promise.all(keys.map((key) => shop.sell(key)));
  const full = `${GONE.message} ${QUEUE_TEXTS.full.message}`;
  assert.equal(outcomes.map(message), ['queued', 'queued', 'queued', full, full]);
  assert.equal(
    shop.queue.list().map(({ order }) => order.number),
    [1, 2, 3],
  );
  await shop.close();
});

test('what was refused and comes again counts as well, where all together would be too much for the memory', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.signing = () => BAD_LABEL;
  shop.fault = undefined;
  await shop.pass(1000);
  shop.fault = GONE;
  const { queue } = shop.ledger.main;
  Object.defineProperty(queue, 'characters', { get: () => 8 * 1024 * 1024 });
  assert.is(message(await shop.sell('key-of-first')), `${GONE.message} ${QUEUE_TEXTS.full.message}`);
  assert.equal(shop.states(), ['key-of-first refused -']);
  await shop.close();
});

test('the demo never keeps anything', async () => {
  const shop = await Shop.open();
  assert.is((await shop.sell('key-of-demo')).kind, 'issued');
  await shop.close();
});

test('of many who ask at once one waits for a processor that does not answer, and the others go by what it found', async () => {
  const shop = (await Shop.open()).connect();
  const away = { code: null, blocks: true, found: { sr: '', en: '' }, action: { sr: '', en: '' } } as const;
  let asked = 0;
  let findings: readonly Finding[] = [];
  const ready = async (): Promise<Refusal> => {
    asked += 1;
    await shop.clock.sleep(5000);
    findings = [{ ...away, isOutOfReach: true }];
    return GONE;
  };
  const status = () => ({ ...demoSubject().pfr.status(), ok: false, findings });
  shop.pfr = standIn(shop.pfr, { ready, status });
  const together = ['key-of-first', 'key-of-second', 'key-of-third'].map((key) => shop.sell(key));
  await shop.pass(0);
  await shop.pass(5000);
  assert.equal(
    (await Promise.all(together)).map(({ kind }) => kind),
    ['queued', 'queued', 'queued'],
  );
  assert.is(asked, 1);
  await shop.close();
});

test('nothing is told to wait that the disk has not taken', async () => {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
  assert.equal(await shop.sell('key-of-first'), { kind: 'storage', failure: 'broken' });
  assert.equal(shop.states(), []);
  await shop.close();
});

test.run();
