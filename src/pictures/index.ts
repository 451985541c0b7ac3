/** The QR picture that a processor draws, kept as a short drawing and drawn again to the byte. */
export { type Drawing, drawingOf, drawLink, redraw } from './drawing.js';
