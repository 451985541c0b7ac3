import type { IssuedInvoice } from '../../ledger/index.js';
import type { Attachment } from './archive.js';

/** Of the form of the data; another number where a program would misread it. */
const FORMAT = 'kasirbox-receipt/1';

/** A receipt as a program reads it in ten years: what was signed and what the processor answered, without what belongs to this box alone. */
export function receiptData({ uuid, environment, mode, draft, signature }: IssuedInvoice): Attachment {
  const { verificationQRCode: _picture, ...signed } = signature;
  const data = {
    format: FORMAT,
    units: { amounts: 'para, 1/100 RSD', quantity: '1/1000', rate: 'percent', time: 'ms since 1970-01-01 UTC' },
    ...{ uuid, environment, mode, draft, signature: signed },
  };
  return { name: 'racun.json', json: JSON.stringify(data, null, 1) };
}
