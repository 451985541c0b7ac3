/** Sheets of receipts: one description, drawn as HTML and PDF; and reports as PDF. */
export { Documents, type PdfFailure } from './documents.js';
export { FONT_FILES, type FontName, fontPath, missingFonts } from './fonts.js';
export type { ReportRows, TurnoverReport } from './report/report.js';
export { describeSheet } from './sheet/describe.js';
export { drawHtml, type HtmlOptions, PRINT_SCRIPT, readOrigin } from './sheet/html.js';
export { type Paper, PAPERS, type Sheet } from './sheet/sheet.js';
