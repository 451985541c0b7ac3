/**
 * The rescue system, which runs when no installed system starts: one page that restores an update, or retries the
 * installed systems.
 *
 * - A slot is one of the two installed systems (A, B); a bundle is a signed update, on a stick or stored on the board;
 *   RAUC installs it.
 * - Buttons require the code of the ticket, see `programs/board/boardState.ts`.
 *
 * Read `rescue.ts` first, then `handler.ts` and `page.ts`.
 */
export { bootOrder, Rescue } from './rescue.js';
export { rescueHandler } from './handler.js';
