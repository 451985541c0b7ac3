import { check, NoOccasion, type Tools } from '../kit/check.js';
import { same, status, that } from '../kit/expect.js';
import { decode, sheetOf } from '../kit/html.js';
import { codesIn, writePgm } from '../kit/picture.js';
import { type Foot, footOf } from '../kit/slip.js';
import { paintSvg } from '../kit/svg.js';

/** Side of the code without its quiet zone, and how exactly it can be measured, mm. */
const SIDES_MM = { least: 42, most: 45 };
const SHARP_MM = 0.1;

const PAPERS = ['a4', 'a5', 'a4slip'] as const;

/** The pictures of a sheet as files, without those that only a browser can draw. */
function pictures(sheet: string): Buffer[] {
  const inline = Array.from(sheet.matchAll(/<svg\b.*?<\/svg>/gs), ([svg]) => svg);
  const files: Buffer[] = [];
  for (const [, head = '', data = ''] of sheet.matchAll(/<img\b[^>]*?\ssrc=["']data:([^,"']*),([^"']*)["']/g)) {
    const bytes = head.endsWith(';base64')
      ? Buffer.from(data, 'base64')
      : Buffer.from(decodeURIComponent(decode(data)));
    if (head.startsWith('image/svg')) inline.push(bytes.toString());
    else files.push(bytes);
  }
  const painted = inline.map(paintSvg).filter((picture) => picture !== undefined);
  return [...files, ...painted.map(writePgm)];
}

/** The foot of the fiscal slip of a PDF. */
async function footIn({ client }: Tools, uuid: string, paper: string): Promise<Foot> {
  const pdf = await client.get(`/invoices/${uuid}/document?format=pdf&paper=${paper}`);
  if (pdf.status === 422) throw new NoOccasion('the installation renders no PDF');
  status(pdf, 200);
  const foot = await footOf(pdf.bytes);
  if (foot === undefined) throw new NoOccasion(`the PDF ${paper} does not show as text where its slip ends`);
  return foot;
}

/** What the QR codes on the papers say, and how they stand there. */
export const codeChecks = [
  check('document.qr.html', async ({ client, till }) => {
    const { uuid, pfr } = await till.issue();
    let seen = 0;
    for (const paper of PAPERS) {
      const page = await client.get(`/invoices/${uuid}/document?paper=${paper}`);
      status(page, 200);
      const found = pictures(sheetOf(page.text) ?? '');
      seen += found.length;
      const codes = (await Promise.all(found.map(codesIn))).flat();
      that(found.length === 0 || codes.includes(String(pfr.verificationUrl)), `the QR code of ${paper} holds the link`);
    }
    if (seen === 0) throw new NoOccasion('only a browser can draw the pictures of the sheets');
  }),
  check('document.qr.pdf', async (tools) => {
    const { uuid, pfr } = await tools.till.issue();
    for (const paper of PAPERS) {
      const { picture } = await footIn(tools, uuid, paper);
      const codes = await codesIn(writePgm(picture));
      same(codes, [pfr.verificationUrl], `what the QR code of ${paper} between separator and closing line holds`);
    }
  }),
  check('document.qr', async (tools) => {
    const { uuid } = await tools.till.issue();
    for (const paper of PAPERS) {
      const { widthMm, heightMm } = await footIn(tools, uuid, paper);
      for (const mm of [widthMm, heightMm]) {
        const shown = `a QR code of 42 to 45 mm above the closing line of ${paper}, is ${mm.toFixed(1)} mm`;
        that(mm >= SIDES_MM.least - SHARP_MM && mm <= SIDES_MM.most + SHARP_MM, shown);
      }
    }
  }),
];
