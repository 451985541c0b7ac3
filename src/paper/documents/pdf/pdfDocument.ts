import type PDFDocument from 'pdfkit';

/** A pdfkit document; all measures in pt, from the upper left corner. */
export type Pdf = InstanceType<typeof PDFDocument>;
