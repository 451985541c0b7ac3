import { DrawingProcess } from '../../src/paper/documents/pdf/process.js';
import { instead } from './instead.js';

/** More than any test lasts, ms. */
export const NO_LIMIT = 86_400_000;

let running = 0;
let limit = (): void => undefined;

/**
 * Gives PDFs all the time that they need, until what this gives back is called: a drawing process starts with seconds of work, and has
 * the lowest claim to a busy machine. What it does not draw within 15 s the box gives up, and begins anew with the next PDF.
 */
export function drawWithoutEnd(): () => void {
  running += 1;
  if (running === 1)
    limit = instead(DrawingProcess.prototype, 'ask', (_, original, [request]) => original(request, NO_LIMIT));
  return () => {
    running -= 1;
    if (running === 0) limit();
  };
}
