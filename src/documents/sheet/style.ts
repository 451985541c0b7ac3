import { type FontName, FONT_FILES } from '../fonts.js';
import {
  ADVERT_GAP_MM,
  ADVERT_SCALE,
  BLOCK_GAP_MM,
  CELL_PADDING_MM,
  FRAME_COLUMNS,
  FRAME_PADDING_MM,
  LARGE,
  PAGES,
  type Paper,
  type Sheet,
  SLIP_LEADING,
  TYPE,
} from './sheet.js';

const FACES: Readonly<Record<FontName, string>> = {
  text: 'font-family:Sheet;font-weight:400;src:local("DejaVu Sans")',
  bold: 'font-family:Sheet;font-weight:700;src:local("DejaVu Sans Bold")',
  mono: 'font-family:Slip;src:local("DejaVu Sans Mono")',
};

/** Space around the sheet on a screen, mm. */
const SCREEN_PADDING_MM = 5;
const PX_PER_MM = 96 / 25.4;

/** Viewport width that shows the whole sheet, CSS pixels: a smaller screen scales it down and does not break rows anew. */
export function screenWidth(paper: Paper): number {
  return Math.ceil((PAGES[paper].width + 2 * SCREEN_PADDING_MM) * PX_PER_MM);
}

function fontFace([name, face]: [string, string], base: string): string {
  return `@font-face{${face},url("${base}/fonts/${FONT_FILES[name as FontName]}")}`;
}

/** Style of a sheet as HTML; `base` is the origin of the fonts, empty for that of the document. */
export function sheetStyle({ paper, blocks }: Sheet, base: string): string {
  const { width, height, margin } = PAGES[paper];
  const slipSize = blocks.find((block) => block.kind === 'slip')?.size ?? TYPE.text;
  const foot = `font:${TYPE.small}pt Sheet,sans-serif`;
  return `
${Object.entries(FACES)
  .map((face) => fontFace(face, base))
  .join('\n')}
@page{size:${width}mm ${height}mm;margin:${margin}mm;@bottom-right{content:"Страна " counter(page) " од " counter(pages);${foot}}}
*{box-sizing:border-box;margin:0;padding:0}
html{color-scheme:only light;background:#ddd;text-size-adjust:100%;-webkit-text-size-adjust:100%}
body{color:#000;font:${TYPE.text}pt/1.35 Sheet,"DejaVu Sans",sans-serif;padding:${SCREEN_PADDING_MM}mm}
main{width:${width}mm;min-height:${height}mm;margin:0 auto;padding:${margin}mm;background:#fff}
main>*+*{margin-top:${BLOCK_GAP_MM}mm}
.pair{display:grid;column-gap:6mm;align-items:start}
.s58{grid-template-columns:58fr 42fr}.s66{grid-template-columns:66fr 34fr}
.caption{font-size:${TYPE.small}pt;border-bottom:.25pt solid;margin-bottom:1mm;padding-bottom:.6mm}
.party p{overflow-wrap:anywhere}.party .name{font-weight:700;font-size:10pt}
h1{font-size:${TYPE.title}pt;line-height:1.3;overflow-wrap:anywhere}
.banner{border:.75pt solid;padding:1.2mm;text-align:center;font-weight:700}
.sentence{font-size:${TYPE.sentence}pt;line-height:1.1;font-weight:700;text-align:center}
.facts{display:grid;grid-template-columns:auto 1fr auto 1fr;gap:.6mm 4mm;border-top:.25pt solid;border-bottom:.25pt solid;padding:1.5mm 0}
dd{overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-variant-numeric:tabular-nums}
th,td{padding:.8mm ${CELL_PADDING_MM}mm;vertical-align:top;text-align:left;font-weight:400;overflow-wrap:anywhere}
th{font-size:${TYPE.small}pt;vertical-align:bottom;border-top:.75pt solid;border-bottom:.75pt solid}
td{border-bottom:.25pt solid #999}tbody tr:last-child td{border-bottom:.75pt solid #000}
tfoot{display:table-row-group}tfoot td{border-bottom:0;font-weight:700}
tr{break-inside:avoid}.right{text-align:right}td.right{white-space:nowrap}.center{text-align:center}
.amount{display:flex;justify-content:flex-end;gap:8mm;font-weight:700;font-size:11pt;padding:0 ${CELL_PADDING_MM}mm}.amount span+span{white-space:nowrap}
.note{font-size:${TYPE.small}pt}
.slip{font:${slipSize}pt/${SLIP_LEADING} Slip,"DejaVu Sans Mono",monospace}
.frame{width:calc(${FRAME_COLUMNS}ch + ${2 * FRAME_PADDING_MM}mm);margin:0 auto;border:.5pt solid;padding:${FRAME_PADDING_MM}mm;
  break-inside:avoid;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.two .frame{columns:2;column-gap:${FRAME_PADDING_MM * 2}mm;width:calc(100% - 1pt)}
pre{font:inherit;width:40ch;margin:0 auto;break-inside:avoid}
.large{font-size:${LARGE}em;width:${FRAME_COLUMNS / LARGE}ch}
.end{break-inside:avoid}.end svg{display:block;margin:0 auto}
.advert{margin-top:${ADVERT_GAP_MM}mm;font-size:${ADVERT_SCALE}em}
@media print{html{background:none}body{padding:0}main{width:auto;min-height:0;padding:0}}
`;
}
