/** Loaded on demand: checks of a box whose service hangs. */
export { checkOutside } from '../../../interfaces/health/index.js';
