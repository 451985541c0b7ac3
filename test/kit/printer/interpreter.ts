import { COMMANDS, unknown, type Mechanism, type Reading } from './commands.js';
import { hex } from './printHead.js';

const NUL = 0x00;
const LF = 0x0a;
/** Of text. */
const FIRST_LETTER = 0x20;
const FIRST_OF_TWO = 0x80;
/** DLE, ESC, FS, GS: the next byte says which command it is. */
const INTRODUCERS: ReadonlySet<number> = new Set([0x10, 0x1b, 0x1c, 0x1d]);

/**
 * Reads what a printer is sent, byte by byte, and does it. Knows exactly the commands that are in the table; of another
 * one the two first bytes are dropped, as printers do, and there is an error.
 */
export function* interpret(mechanism: Mechanism): Reading<never> {
  const { head } = mechanism;
  for (;;) {
    const byte = yield;
    if (byte >= FIRST_LETTER) {
      if (byte >= FIRST_OF_TWO && head.modes.isTwoByte) head.chinese(byte, yield);
      else head.text(byte);
    } else if (byte === LF) {
      head.printLine(head.modes.lineSpacing);
    } else if (INTRODUCERS.has(byte)) {
      const second = yield;
      const command = COMMANDS.get((byte << 8) | second);
      if (command === undefined) unknown(head, byte, second);
      else yield* command(mechanism);
    } else if (byte !== NUL) {
      head.complain(`stray byte ${hex(byte)}`);
    }
  }
}
