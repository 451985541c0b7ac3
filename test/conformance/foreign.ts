import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { qrCodeOf } from '../../src/paper/journal/qrCode.js';

const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf');
const MM = 72 / 25.4;

export interface Foreign {
  readonly link: string;
  /** Side of the code without its quiet zone, mm. */
  readonly mm: number;
  /** The code is above the last separator line. */
  readonly isOutside?: boolean;
}

/** The end of a fiscal slip as another program might draw it. */
export function foreignPdf({ link, mm, isOutside = false }: Foreign): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' }).font(FONT).fontSize(7);
  const pieces: Buffer[] = [];
  const whole = new Promise<Buffer>((done) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => done(Buffer.concat(pieces)));
  });
  const row = (text: string, y: number): void => void pdf.text(text, 72, y, { lineBreak: false });
  row('='.repeat(40), 100);
  const { size, rows } = qrCodeOf(link) ?? { size: 0, rows: [] };
  const module = (mm * MM) / size;
  for (const [y, modules] of rows.entries()) {
    for (const [x, sign] of Array.from(modules).entries()) {
      if (sign === '#') pdf.rect(85 + x * module, 115 + y * module, module, module);
    }
  }
  pdf.fill();
  if (isOutside) row('='.repeat(40), 265);
  row('======== КРАЈ ФИСКАЛНОГ РАЧУНА =========', 290);
  pdf.end();
  return whole;
}
