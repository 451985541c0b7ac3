/** Commands of `kasirbox`. */
export { runProgram } from './program.js';
export { run } from './run.js';
