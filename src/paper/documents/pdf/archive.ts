import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { Sheet } from '../sheet/sheet.js';
import type { Pdf } from './tags.js';

/**
 * The machine-readable data of an archived receipt, attached to its PDF as PDF/A-3 allows (ISO 19005-3, 6.8). The
 * relationship is `Data`: the page is drawn from it.
 */
export interface Attachment {
  readonly name: string;
  readonly json: string;
}

/** Attaches the data to the document. */
export function attach(pdf: Pdf, { name, json }: Attachment, { time }: Pick<Sheet, 'time'>): void {
  const date = new Date(time);
  const options = {
    name,
    type: 'application/json',
    description: 'Подаци рачуна за програме',
    relationship: 'Data',
    creationDate: date,
    modifiedDate: date,
  };
  pdf.file(Buffer.from(json), options);
}

/** Version of the data format. It changes when a program would misread the new form. */
const FORMAT = 'kasirbox-receipt/1';

/**
 * A receipt for programs that read it in ten years: the signed data and the processor's answer, without data that
 * concerns only this box.
 */
export function receiptData({ uuid, environment, mode, draft, signature }: IssuedInvoice): Attachment {
  const { verificationQRCode: _picture, ...signed } = signature;
  const data = {
    format: FORMAT,
    units: {
      amounts: 'para, 1/100 RSD',
      quantity: '1/1000',
      rate: 'percent, or RSD for each unit with perUnit',
      time: 'ms since 1970-01-01 UTC',
    },
    ...{ uuid, environment, mode, draft, signature: signed },
  };
  return { name: 'racun.json', json: JSON.stringify(data, null, 1) };
}
