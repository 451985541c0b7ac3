/**
 * The program board.cjs: `kasirbox board` without the rest of the box. Each start of a board waits for it before it has a name and a
 * network, so it loads nothing else.
 */
import { boardCommand } from './board.js';
import { runCommand } from './command.js';
import { runProgram } from './program.js';

runProgram((args) => runCommand(boardCommand, args));
