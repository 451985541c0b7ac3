import type { Sheet } from '../sheet/sheet.js';
import type { Pdf } from './pdfDocument.js';

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
