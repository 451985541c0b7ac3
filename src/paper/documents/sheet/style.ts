import { type FontName, FONT_FILES } from '../fonts.js';
import {
  ADVERT_GAP_MM,
  ADVERT_SCALE,
  BLOCK_GAP_MM,
  BOX_GAP_MM,
  CELL_AIR_MM,
  CELL_PADDING_MM,
  FRAME_COLUMNS,
  FRAME_PADDING_MM,
  LARGE,
  MIN_SLIP_MM,
  LETTERHEAD_SHARE,
  LOGO_MM,
  OPENING_GAP_MM,
  OPENING_MM,
  PAGES,
  type Paper,
  type Sheet,
  SLIP_LEADING,
  SUM_AIR_MM,
  TYPE,
} from './sheet.js';

const FACES: Readonly<Record<FontName, string>> = {
  text: 'font-family:Sheet;font-weight:400;src:local("Inter Regular")',
  bold: 'font-family:Sheet;font-weight:700;src:local("Inter Semi Bold")',
  mono: 'font-family:Slip;src:local("DejaVu Sans Mono")',
};

/** Space around the sheet on a screen, mm. */
const SCREEN_PADDING_MM = 5;
const PX_PER_MM = 96 / 25.4;

/**
 * On a narrower screen the sheet is laid out for a phone: nothing is side by side, and nothing is made smaller. CSS
 * pixels.
 */
function phoneWidth(paper: Paper): number {
  return Math.ceil((PAGES[paper].width + 2 * SCREEN_PADDING_MM) * PX_PER_MM) - 1;
}

function fontFace([name, face]: [string, string], base: string): string {
  return `@font-face{${face},url("${base}/fonts/${FONT_FILES[name as FontName]}")}`;
}

/** A text as a string of CSS (CSS Syntax Level 3, 4.3.5). */
function cssString(text: string): string {
  return `"${text.replace(/["\\\n<]/g, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
}

/** Style of a sheet as HTML; `base` is the origin of the fonts, empty for that of the document. */
export function sheetStyle({ paper, blocks, foot }: Sheet, base: string): string {
  const { width, height, margin } = PAGES[paper];
  // A browser prints nothing above the area of the page, so the first page begins higher.
  const firstPage = blocks[0]?.kind === 'opening' ? `@page:first{margin-top:${margin - OPENING_MM}mm}` : '';
  const slipSize = blocks.find((block) => block.kind === 'slip')?.size ?? TYPE.text;
  const footStyle = `font:${TYPE.small}pt Sheet,sans-serif`;
  return `
${Object.entries(FACES)
  .map((face) => fontFace(face, base))
  .join('\n')}
@page{size:${width}mm ${height}mm;margin:${margin}mm;
  @bottom-left{content:${cssString(foot)};${footStyle}}
  @bottom-right{content:"Страна " counter(page) " од " counter(pages);${footStyle}}}
${firstPage}
*{box-sizing:border-box;margin:0;padding:0}
html{color-scheme:only light;background:#ddd;text-size-adjust:100%;-webkit-text-size-adjust:100%}
body{color:#000;font:${TYPE.text}pt/1.35 Sheet,Inter,sans-serif;padding:${SCREEN_PADDING_MM}mm}
main{width:${width}mm;min-height:${height}mm;margin:0 auto;padding:${margin}mm;background:#fff}
main>*+*{margin-top:${BLOCK_GAP_MM}mm}
p,dd,h1,h2{overflow-wrap:anywhere}h2{font-size:${TYPE.small}pt;font-weight:400;color:#444}
.aside{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.pair{display:grid;column-gap:6mm;align-items:start;break-inside:avoid}
.s50{grid-template-columns:1fr 1fr}.s58{grid-template-columns:58fr 42fr}.s62{grid-template-columns:62fr 38fr}
.caption{font-size:${TYPE.small}pt;border-bottom:.25pt solid;margin-bottom:1mm;padding-bottom:.6mm}
.party .name,.seller .name{font-weight:700;font-size:11pt}
.letterhead{display:grid;grid-template-columns:${LETTERHEAD_SHARE}fr ${1 - LETTERHEAD_SHARE}fr;column-gap:6mm;border-bottom:.75pt solid;padding-bottom:calc(3mm - 1px)}
.seller{display:flex;gap:${LOGO_MM.gap}mm;align-items:flex-start}.seller img{flex:none}.which{text-align:right}h1{font-size:${TYPE.title}pt;line-height:1.2}.which .number{font-weight:700;font-size:10pt}
.cards{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;column-gap:6mm;font-size:${TYPE.small}pt}
.cards .strong{font-size:9.5pt;font-weight:700}
.banner{border:.75pt solid;padding:1.2mm;text-align:center;font-weight:700}
main>.opening:first-child{margin-top:-${OPENING_MM}mm}main>.opening+*{margin-top:${OPENING_GAP_MM}mm}.opening{font:${TYPE.small}pt/${SLIP_LEADING} Slip,"DejaVu Sans Mono",monospace;text-align:center}
.sentence{font-size:${TYPE.sentence}pt;line-height:1.1;font-weight:700;text-align:center}
.facts{display:grid;grid-template-columns:auto 1fr auto 1fr;gap:.6mm 4mm;border-top:.25pt solid;border-bottom:.25pt solid;padding:1.5mm 0}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{padding:${CELL_AIR_MM.usual}mm ${CELL_PADDING_MM}mm calc(${CELL_AIR_MM.usual}mm - 1px);vertical-align:top;text-align:left;font-weight:400;overflow-wrap:anywhere}
th{font-size:${TYPE.small}pt;vertical-align:bottom;border-bottom:.75pt solid}
td{border-bottom:.25pt solid #999}tbody tr:last-child td{border-bottom:.75pt solid #000}
tfoot{display:table-row-group}tfoot td{border-bottom:0;font-weight:700}
.dense td{font-size:${TYPE.dense}pt;padding-top:calc(${2 * CELL_AIR_MM.dense}mm - 1px);padding-bottom:0}
tr{break-inside:avoid}.right,.sums dd,.box dd,.amount{font-variant-numeric:tabular-nums}.right{text-align:right}td.right{white-space:nowrap}.center{text-align:center}
.sums div,.box dl div{display:flex;justify-content:space-between;gap:4mm;padding:${SUM_AIR_MM}mm ${CELL_PADDING_MM}mm}
.sums dd,.box dd{white-space:nowrap}.box dd{overflow-wrap:normal}
.sums .strong{font-weight:700;font-size:${TYPE.amount}pt;border-top:.75pt solid;border-bottom:.75pt solid;padding:calc(${SUM_AIR_MM + 0.7}mm - 1px) ${CELL_PADDING_MM}mm;margin:.8mm 0}
.box{background:#f0f0f0;padding:3mm;border-radius:1.5mm}.box h2{font-size:${TYPE.text}pt;font-weight:700;color:#000;padding:0 ${CELL_PADDING_MM}mm .5mm}
.box p{font-size:${TYPE.small}pt;padding:1mm ${CELL_PADDING_MM}mm 0}.box svg{display:block}
.code{display:grid;grid-template-columns:1fr auto;column-gap:${BOX_GAP_MM}mm;align-content:start}.code svg{grid-area:1/2/4}
.amount{display:flex;justify-content:flex-end;gap:8mm;font-weight:700;font-size:11pt;padding:0 ${CELL_PADDING_MM}mm}.amount span+span{white-space:nowrap}
.note{font-size:${TYPE.small}pt}
.slip{font:${slipSize}pt/${SLIP_LEADING} Slip,"DejaVu Sans Mono",monospace}
.frame{width:calc(${FRAME_COLUMNS}ch + ${2 * FRAME_PADDING_MM}mm);margin:0 auto;border:.5pt solid;padding:calc(${FRAME_PADDING_MM}mm - 1px) ${FRAME_PADDING_MM}mm;
  break-inside:avoid;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.long .frame{break-inside:auto}
.long::before{content:"";display:block;height:${MIN_SLIP_MM}mm;margin-bottom:-${MIN_SLIP_MM}mm;break-inside:avoid}
.two .frame,.three .frame{columns:2;column-gap:${FRAME_PADDING_MM * 2}mm;width:calc(100% - 1pt)}
.three .frame{columns:3;column-gap:${FRAME_PADDING_MM}mm}
pre{font:inherit;width:40ch;margin:0 auto;break-inside:avoid}
.large{font-size:${LARGE}em;width:auto;text-align:center}
.end{break-inside:avoid}.end svg{display:block;margin:0 auto}
.verify{font:${TYPE.text}pt/1.35 Sheet,Inter,sans-serif;text-align:center;padding-top:1mm}a{color:#00409f}
.advert{margin-top:${ADVERT_GAP_MM}mm;font-size:${ADVERT_SCALE}em}
@media print{html{background:none}body{padding:0}main{width:auto;min-height:0;padding:0}main>.opening:first-child{margin-top:0}}
@media screen and (max-width:${phoneWidth(paper)}px){
body{padding:0;font-size:16px}main{width:auto;padding:16px}main>*+*{margin-top:20px}
.letterhead,.seller,.pair,.cards,.facts,.code{display:block}.seller img{margin-bottom:8px}.code svg{margin:12px auto 0}.letterhead>*+*,.pair>*+*,.cards>*+*{margin-top:14px}.which{text-align:left}
h1{font-size:22px}h2,.cards,.note,.box p{font-size:14px}.cards .strong{font-size:17px}.party .name,.seller .name{font-size:19px}
.sums div,.box dl div{flex-wrap:wrap}.sums dd,.box dd{margin-left:auto;white-space:normal}.sentence{font-size:44px}.sums .strong{font-size:21px}.box h2,.verify{font-size:16px}.verify a{display:inline-block;padding:12px}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}table,tbody{display:block}tr{display:flex;flex-wrap:wrap;border-bottom:1px solid #999;padding:8px 0}
tbody tr td,tbody tr:last-child td{border:0;padding:0 6px 0 0}td.right{white-space:normal}td:first-child{flex:0 0 2em}td:nth-child(2){flex:0 0 calc(100% - 2em)}td:nth-child(3){margin-left:2em}
td:nth-child(5)::before{content:"× "}tbody tr td:last-child,tbody tr:last-child td:last-child{margin-left:auto;font-weight:700;padding:0}
.frame,.two .frame,.three .frame{width:auto;columns:1;padding:12px 4px}.slip{font-size:calc((100vw - 44px)/40/.603)}
}
`;
}
