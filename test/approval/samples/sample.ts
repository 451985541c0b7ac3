import { bodyOf, type Invoice } from '../answers.js';
import type { Request } from '../goods.js';
import type { Printed } from '../stage/printers.js';
import type { Stage } from '../stage/stage.js';

/** One paper of the sample set that an applicant hands in (questionnaire, chapter 17; manual procedure, pages 22 to 37). */
export interface Sample {
  /** Name of its files: `01-promet-prodaja-kupac`. */
  readonly name: string;
  /** Serbian. */
  readonly title: string;
  readonly source: string;
  readonly make: (maker: Maker) => Promise<Invoice>;
}

/** What issues samples: each is printed on the roll of 80 mm as it is issued, and is issued once. */
export class Maker {
  constructor(readonly stage: Stage) {}

  /** The receipt of a sample. */
  of(sample: Sample): Promise<Invoice> {
    return this.stage.once(`sample ${sample.name}`, () => sample.make(this));
  }

  /** `POST /invoices`. */
  issue(request: Request): Promise<Invoice> {
    return this.post('/invoices', request);
  }

  refund({ uuid }: Invoice, body: object = {}): Promise<Invoice> {
    return this.post(`/invoices/${uuid}/refund`, body);
  }

  /** A copy that names its cashier, which `POST /invoices/{uuid}/copy` does not. */
  copy(original: Invoice): Promise<Invoice> {
    const { transactionType, items, payments, buyerId, cashier } = original;
    const lines = items.map(({ name, unit, quantity, unitPrice, label, gtin }) => ({
      ...{ name, unit, quantity, unitPrice, label },
      ...(gtin !== null && { gtin }),
    }));
    const same = { transactionType, payments, buyerId, cashier };
    return this.issue({ ...same, ...referring(original), invoiceType: 'Copy', items: lines });
  }

  /** The paper of a receipt that this has issued. */
  paperOf({ uuid }: Invoice): Promise<Printed> {
    return this.stage.once(`paper of ${uuid}`, async () => (await this.stage.printers()).paperOf(uuid));
  }

  /** `POST /invoices/{uuid}/close-advance`: its refund and the final receipt. */
  async close({ uuid }: Invoice, request: Request): Promise<{ readonly refund: Invoice; readonly final: Invoice }> {
    const body = await this.print(request);
    const shop = await this.stage.shop();
    const reply = await shop.call('POST', `/invoices/${uuid}/close-advance`, body);
    const { advanceRefund, invoice } = bodyOf(reply, 201) as {
      readonly advanceRefund: Invoice;
      readonly invoice: Invoice;
    };
    await this.paperOf(invoice);
    // It is not given to a buyer, and so not printed by itself.
    bodyOf(await shop.call('POST', `/invoices/${advanceRefund.uuid}/print`, { printer: 'rolna80' }), 200, 202);
    await this.paperOf(advanceRefund);
    return { refund: advanceRefund, final: invoice };
  }

  private async post(path: string, body: object): Promise<Invoice> {
    const reply = await (await this.stage.shop()).call('POST', path, await this.print(body));
    const invoice = bodyOf(reply, 201) as Invoice;
    // The next receipt would follow on the same roll.
    await this.paperOf(invoice);
    return invoice;
  }

  private async print(body: object): Promise<object> {
    await this.stage.printers();
    return { ...body, print: 'rolna80' };
  }
}

/** A refund, copy or next receipt that is sent by hand refers to this receipt. */
export function referring({ pfr }: Invoice): {
  readonly referentDocumentNumber: string;
  readonly referentDocumentDT: string;
} {
  return { referentDocumentNumber: pfr.invoiceNumber, referentDocumentDT: pfr.sdcDateTime };
}
