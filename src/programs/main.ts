import { run, runProgram } from './cli/index.js';

runProgram(run);
