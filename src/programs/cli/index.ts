/**
 * The command line `kasirbox`: one file per command.
 *
 * A command parses its words and options (`command.ts`), then runs an *operation* in the service of the data folder, or
 * in its own process if no service runs (`callOperation.ts`). Texts are in the language of the terminal, Serbian or
 * English. A FILE argument may be `-` for standard input or output. `box/`, `files/` and `fleet/` are loaded on demand,
 * so that a command starts fast on a small board.
 *
 * Read in this order: `run.ts` (all commands), `command.ts`, `callOperation.ts`, one command such as `users.ts`, then
 * `box/serve.ts` (the service itself).
 */
export { runProgram } from './program.js';
export { run } from './run.js';
