import * as assert from 'uvu/assert';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { instead } from '../kit/instead.js';
import { FakePfr } from '../kit/pfr/core.js';
import { type JsonObject } from '../kit/pfr/wire.js';
import { scene, type Stage } from './stage.js';

/** What the processor would answer to the second of two equal receipts; it signs nothing. */
function answerToSecond({ pfr: { pfr }, box }: Stage): JsonObject {
  const twin = new FakePfr({ pin: null, now: box.now });
  const body = pfr.signed[0]?.body ?? Buffer.alloc(0);
  const request = { method: 'POST', path: '/api/v3/invoices', headers: { 'accept-language': 'sr-Cyrl-RS' }, body };
  twin.handle(request);
  return JSON.parse(twin.handle(request).body.toString()) as JsonObject;
}

scene('a record that cannot be read costs the receipt at hand, and the box lives on', async (stage) => {
  await stage.sold();
  const answer = { fault: 'answer', signs: false, status: 200, body: JSON.stringify(answerToSecond(stage)) } as const;
  stage.pfr.faults.add(answer, { ...answer, on: 'find', standing: true });
  const mend = instead(Ledger.prototype, 'invoiceByNumber', () => Promise.reject(new Error('record 7 is damaged')));
  try {
    await stage.refused({}, 'prodaja-2');
    assert.is(stage.logged('pfr.unreadable')[0]?.['cause'], 'Error: record 7 is damaged');

    const looks = stage.logged('pfr.unreadable').length;
    await stage.until('it is looked up again and again', () => stage.logged('pfr.unreadable').length > looks + 2);
    await stage.until('the lane is free', () => stage.box.parts.processors.active.mutex?.isBusy === false);
    assert.is((await stage.numbers()).length, 1);

    assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);
  } finally {
    mend();
  }
  stage.pfr.faults.clear();
  await stage.sold({}, 'prodaja-2');
  assert.is(stage.signed.length, 2);
});
