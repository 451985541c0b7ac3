/**
 * Printable documents: sheets of receipts as HTML and PDF, and reports as PDF.
 *
 * A "sheet" is plain data: blocks of text from top to bottom. `sheet/describe.ts` makes the sheet of a receipt and
 * `report/describe.ts` that of a report. The same sheet is drawn as HTML by `sheet/html.ts` and as PDF by
 * `pdf/draw.ts`, so both have the same content. The "slip" is the block with the processor's text in a frame. PDFs are
 * drawn in a separate process (`pdf/renderer.ts`) and cached (`pdf/cache.ts`).
 *
 * Read `documents.ts` first, then `sheet/sheet.ts`, then the drawing you need.
 */
export { Documents, type PdfFailure } from './documents.js';
export { FONT_FILES, type FontName, fontPath, missingFonts } from './fonts.js';
export type { TurnoverReport } from './report/describe.js';
export { drawHtml, type HtmlOptions, PRINT_SCRIPT, readOrigin } from './sheet/html.js';
export { type Paper, PAPERS, type Sheet } from './sheet/sheet.js';
