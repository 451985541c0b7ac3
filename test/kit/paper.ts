import { ok } from '../../src/base/result.js';
import type { Desk } from '../../src/printing/printing.js';

/** A box without printers. */
export const NO_PAPER: Desk = { jobsFor: () => [], accept: () => undefined, notice: () => ok(undefined) };
