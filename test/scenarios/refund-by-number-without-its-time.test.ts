import * as assert from 'uvu/assert';
import { allowQueue, drained, queued, WAITS } from './queueing.js';
import { scene } from './stage.js';

scene(
  'a refund or a copy by number alone gets the time of its receipt, as strict processors want it',
  async (stage) => {
    await allowQueue(stage);
    const { pfr } = await stage.sold();
    const number = pfr.invoiceNumber;
    const refund = { transactionType: 'Refund', buyerId: '10:100000049', referentDocumentNumber: number };
    const reference = (receipt: {
      referentDocumentNumber: string | null;
      referentDocumentDT: string | null;
    }): unknown => [receipt.referentDocumentNumber, receipt.referentDocumentDT];

    const refunded = await stage.sold(refund, 'povrat-1');
    assert.equal(reference(refunded), [number, pfr.sdcDateTime]);
    assert.is((await stage.replayed(refund, 'povrat-1')).uuid, refunded.uuid);
    const withTime = { ...refund, referentDocumentDT: pfr.sdcDateTime };
    assert.is((await stage.sell(withTime, 'povrat-1')).status, 422, 'the key is bound to the request as it came');

    const typed = await stage.sold({ ...refund, referentDocumentNumber: ` ${number.toLowerCase()} ` });
    assert.equal(reference(typed), [number, pfr.sdcDateTime]);
    const copied = await stage.sold({ invoiceType: 'Copy', referentDocumentNumber: number });
    assert.equal(reference(copied), [number, pfr.sdcDateTime]);
    const own = await stage.sold({ ...refund, referentDocumentDT: '2025-11-20 10:00:00' });
    assert.equal(reference(own), [number, '2025-11-20 10:00:00'], 'a time that is sent is kept');
    const sale = await stage.sold({ referentDocumentNumber: number });
    assert.equal(reference(sale), [number, pfr.sdcDateTime], 'a sale, too (TU 16.P6)');

    assert.match(await stage.refused({ ...refund, referentDocumentNumber: 'AAAA1111-BBBB2222-3' }), '(2800)');

    await stage.pfr.stop();
    await queued(stage, 'povrat-2', refund);
    await stage.pfr.up();
    await drained(stage);
    const later = await stage.replayed({ ...WAITS, ...refund }, 'povrat-2');
    assert.equal(reference(later), [number, pfr.sdcDateTime], 'also when it had to wait');
    const { queue } = stage.box.parts.invoicing;
    assert.equal(queue.withoutReceipt.list(), [], 'its refund is its receipt');
  },
);
