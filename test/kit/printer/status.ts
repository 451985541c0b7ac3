import type { PaperState } from './types.js';

/** What a person has done to the printer, as its sensors see it. */
export interface Condition {
  readonly paper: PaperState;
  readonly isCoverOpen: boolean;
  readonly isCutterJammed: boolean;
  /** Taken off line by its button. */
  readonly isSetOffline: boolean;
}

export const HEALTHY: Condition = { paper: 'ok', isCoverOpen: false, isCutterJammed: false, isSetOffline: false };

/** Off line, a printer prints nothing; it takes bytes as long as there is room. */
export function isOffline({ paper, isCoverOpen, isCutterJammed, isSetOffline }: Condition): boolean {
  return paper === 'out' || isCoverOpen || isCutterJammed || isSetOffline;
}

/** What each question asks for. */
export type StatusQuestion = 1 | 2 | 3 | 4;

export function isStatusQuestion(n: number): n is StatusQuestion {
  return n >= 1 && n <= 4;
}

/** Bits 1 and 4 are always set, 0 and 7 never: so a receiver knows the byte (Epson ESC/POS reference, DLE EOT). */
const FIXED = 0x12;

/** The answer to DLE EOT n. */
export function realTimeStatus(question: StatusQuestion, condition: Condition): Buffer {
  return Buffer.of(FIXED | statusBits(question, condition));
}

/**
 * What GS a sends: four bytes, of which the first is known by bits 0, 1 and 7 clear and 4 set, the others by 4 and 7 clear
 * (Epson ESC/POS reference, GS a).
 */
export function automaticStatus(condition: Condition): Buffer {
  const { paper, isCoverOpen, isCutterJammed } = condition;
  return Buffer.of(
    0x10 | bit(0x08, isOffline(condition)) | bit(0x20, isCoverOpen),
    bit(0x08, isCutterJammed),
    bit(0x03, paper !== 'ok') | bit(0x0c, paper === 'out'),
    0x0f,
  );
}

/** The answer to GS r 1, paper sensor: 03 near end, 0C out; the pattern is 0xx0xxxx. */
export function queuedStatus({ paper }: Condition): Buffer {
  return Buffer.of((paper === 'ok' ? 0 : 0x03) | (paper === 'out' ? 0x0c : 0));
}

/** The answer to GS ( H, function 48: header, the four bytes of the process, NUL. */
export function processAnswer(id: Uint8Array): Buffer {
  return Buffer.from([0x37, 0x22, ...id, 0x00]);
}

function statusBits(question: StatusQuestion, condition: Condition): number {
  switch (question) {
    case 1: // printer
      return bit(0x08, isOffline(condition));
    case 2: // why it is off line
      return (
        bit(0x04, condition.isCoverOpen) | bit(0x20, condition.paper === 'out') | bit(0x40, condition.isCutterJammed)
      );
    case 3: // error
      return bit(0x08, condition.isCutterJammed);
    case 4: // roll: where there is no paper, its end is near too
      return bit(0x0c, condition.paper !== 'ok') | bit(0x60, condition.paper === 'out');
  }
}

function bit(mask: number, isSet: boolean): number {
  return isSet ? mask : 0;
}
