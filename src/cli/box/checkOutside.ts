/** What a command can tell of a box whose service hangs. */
export { checkOutside } from '../../health/index.js';
