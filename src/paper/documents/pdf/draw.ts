import PDFDocument from 'pdfkit';
import { translate } from '../../../base/index.js';
import { BLOCK_GAP_MM, OPENING_GAP_MM, OPENING_MM, PAGES, type Sheet, TYPE } from '../sheet/sheet.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { stripsOf } from './blocks.js';
import { type Pdf, tagsOf } from './tags.js';
import { drawText, fontFile, mm, type Strip, shrunk, type TextStyle, widthOf } from './pdfText.js';
import { drawSlip } from './pdfSlip.js';

const BLOCK_GAP = mm(BLOCK_GAP_MM);
const OPENING_GAP = mm(OPENING_GAP_MM);
const OPENING = mm(OPENING_MM);
/**
 * A browser rounds the heights of rows down, in all by less than this on a page, pt. A strip may extend that far into
 * the margin, so that PDF and HTML have the same page breaks.
 */
const ROUNDED = 1;
const PAGE_NUMBER = { sr: 'Страна {page} од {count}', en: 'Page {page} of {count}' } as const;
const FOOT: TextStyle = { font: 'text', size: TYPE.small };

/**
 * Draws the sheet as an archivable PDF (PDF/A-3b, ISO 19005-3), tagged, with the attached source data if there is any.
 * The same sheet gives the same bytes: its dates are those of the sheet. Requires the fonts.
 */
export async function drawPdf(sheet: Sheet, attachment?: Attachment): Promise<Buffer> {
  const pdf = openDocument(sheet);
  const finished = collect(pdf);
  if (attachment !== undefined) attach(pdf, attachment, sheet);
  drawBlocks(pdf, sheet);
  drawFeet(pdf, sheet);
  pdf.end();
  return finished;
}

function openDocument({ paper, language, title, time }: Sheet): Pdf {
  const { width, height } = PAGES[paper];
  const created = new Date(time);
  return new PDFDocument({
    size: [mm(width), mm(height)],
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    // Without it pdfkit would load Helvetica, which is not in the bundle.
    font: fontFile('text'),
    info: { Title: title, Creator: 'kasirbox', Producer: 'kasirbox', CreationDate: created, ModDate: created },
  });
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

/** Draws the strips of all blocks onto pages, top to bottom, and the slip after them. */
function drawBlocks(pdf: Pdf, { paper, blocks }: Sheet): void {
  const { width: paperWidth, height: paperHeight, margin } = PAGES[paper];
  const x = mm(margin);
  const width = mm(paperWidth - 2 * margin);
  const bottom = mm(paperHeight - margin);
  const nextPage = (): number => {
    pdf.addPage();
    return mm(margin);
  };
  let y = nextPage() - (blocks[0]?.kind === 'opening' ? OPENING : 0);
  for (const [at, block] of blocks.entries()) {
    if (at > 0) y += blocks[at - 1]?.kind === 'opening' ? OPENING_GAP : BLOCK_GAP;
    tagsOf(pdf).begin(block.kind === 'table' ? 'Table' : 'Sect');
    if (block.kind === 'slip') {
      drawSlip(pdf, block, { x, width, height: bottom - mm(margin), top: y, room: bottom - y, nextPage });
      tagsOf(pdf).close();
      continue;
    }
    const strips = stripsOf(pdf, block, width);
    for (const [index, strip] of strips.entries()) {
      if (y + needed(strip, strips[index + 1]) > bottom + ROUNDED) {
        y = nextPage();
        if (strip.head !== undefined) {
          const { head } = strip;
          const top = y;
          tagsOf(pdf).artifact(() => head.draw(x, top));
          y += head.height;
        }
      }
      strip.draw(x, y);
      y += strip.height;
    }
    tagsOf(pdf).close();
  }
}

/** Height that a strip needs on a page, including the next one if they must not be separated. */
function needed(strip: Strip, next: Strip | undefined): number {
  return strip.height + (strip.keepWithNext === true ? (next?.height ?? 0) : 0);
}

/** The document's name and `Страна 1 од 3` in the lower margin of every page. */
function drawFeet(pdf: Pdf, { paper, language, foot }: Sheet): void {
  const { width, height, margin } = PAGES[paper];
  const { count } = pdf.bufferedPageRange();
  for (let pageIndex = 0; pageIndex < count; pageIndex++) {
    pdf.switchToPage(pageIndex);
    const text = translate(PAGE_NUMBER, language, { page: pageIndex + 1, count });
    const y = mm(height - margin / 2) - FOOT.size / 2;
    const numberAt = mm(width - margin) - widthOf(pdf, text, FOOT);
    tagsOf(pdf).artifact(() => {
      drawText(pdf, foot, mm(margin), y, shrunk(pdf, foot, numberAt - mm(margin) - mm(4), FOOT));
      drawText(pdf, text, numberAt, y, FOOT);
    });
  }
}

/**
 * The machine-readable data of an archived receipt, attached to its PDF as PDF/A-3 allows (ISO 19005-3, 6.8). The
 * relationship is `Data`: the page is drawn from it.
 */
interface Attachment {
  readonly name: string;
  readonly json: string;
}

/** Attaches the data to the document. */
function attach(pdf: Pdf, { name, json }: Attachment, { time }: Pick<Sheet, 'time'>): void {
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
