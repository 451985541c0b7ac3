import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { GONE, ON, Shop } from './shop.js';

test('a sale that goes into the queue is warned of its buyer, and so is its repeat', async () => {
  const shop = (await Shop.open(new MemoryDisk(), ON, demoSubject().pfr)).connect();
  shop.fault = GONE;
  for (const buyerId of ['10:123456789', '10:123456789', '10:100000049']) {
    const outcome = await shop.sell(`key-of-${buyerId.slice(3)}`, { buyerId, whenOffline: 'queue' });
    const rules = outcome.kind === 'queued' ? (outcome.warnings ?? []).map(({ rule }) => rule) : outcome.kind;
    assert.equal(rules, buyerId === '10:123456789' ? ['invoice.buyer-impossible'] : []);
  }
  await shop.close();
});

test('under strict such a sale is refused in place of being queued', async () => {
  const shop = (await Shop.open(new MemoryDisk(), ON, demoSubject().pfr)).connect();
  assert.ok((await shop.settings.set('strict', true)).ok);
  shop.fault = GONE;
  const outcome = await shop.sell('key-of-strict', { buyerId: '10:123456789', whenOffline: 'queue' });
  assert.is(outcome.kind === 'invalid' ? outcome.error.rule : outcome.kind, 'invoice.buyer-impossible');
  assert.equal([shop.states(), shop.signed], [[], []]);
  await shop.close();
});

test('strict that is switched on does not refuse what was accepted before, and a repeat of it is warned', async () => {
  const shop = (await Shop.open(new MemoryDisk(), ON, demoSubject().pfr)).connect();
  shop.fault = GONE;
  const wrong = { buyerId: '10:123456789', whenOffline: 'queue' };
  const rulesOfRepeat = async (): Promise<string[]> => {
    const outcome = await shop.sell('key-of-early', wrong);
    return outcome.kind === 'queued' ? (outcome.warnings ?? []).map(({ rule }) => rule) : [outcome.kind];
  };
  assert.equal(await rulesOfRepeat(), ['invoice.buyer-impossible']);
  assert.ok((await shop.settings.set('strict', true)).ok);
  assert.equal(await rulesOfRepeat(), ['invoice.buyer-impossible']);
  shop.fault = undefined;
  shop.queue.start();
  await shop.pass(1000);
  assert.equal([shop.states(), shop.signed], [[], ['key-of-early']]);
  const late = await shop.sell('key-of-late', wrong);
  assert.is(late.kind === 'invalid' ? late.error.rule : late.kind, 'invoice.buyer-impossible');
  await shop.close();
});

test.run();
