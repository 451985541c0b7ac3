/**
 * Compact storage of the QR pictures that fiscal processors draw.
 *
 * A processor sends the QR code of a receipt as a GIF of some eleven thousand bytes. `drawing.ts` reduces it to a
 * "drawing", a description of some two hundred bytes, and draws it again byte for byte. `gif.ts` splits and joins the
 * file, and has its compression. Pictures of another form are not handled here.
 */
export { type Drawing, drawingOf, drawLink, redraw } from './drawing.js';
