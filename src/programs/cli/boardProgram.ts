/**
 * The program board.cjs: `kasirbox board` without the rest of the box. A board waits for it at each start before it has
 * a name and a network, so it loads nothing else.
 */
import { boardCommand } from './board.js';
import { runCommand } from './command.js';
import { runProgram } from './program.js';

runProgram((args) => runCommand(boardCommand, args));
