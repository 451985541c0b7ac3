import { failed, ok, type Result } from '../../../base/index.js';

/** The parts of a command APDU (ISO/IEC 7816-3, 12.1). */
export interface CommandParts {
  readonly header: Buffer;
  readonly data: Buffer;
  /** Maximum length of the answer, bytes; undefined: none is expected. */
  readonly expected: number | undefined;
  readonly isExtended: boolean;
}

const MAX_SHORT = 256;
const MAX_EXTENDED = 65_536;

/** Parses the seven forms of a command. */
export function readCommand(command: Uint8Array): Result<CommandParts, 'no command'> {
  const bytes = Buffer.from(command.buffer, command.byteOffset, command.byteLength);
  if (bytes.length < 4) return failed('no command');
  const [header, body] = [bytes.subarray(0, 4), bytes.subarray(4)];
  const none = Buffer.alloc(0);
  const first = body[0];
  if (first === undefined) return ok({ header, data: none, expected: undefined, isExtended: false });
  if (body.length === 1) return ok({ header, data: none, expected: first || MAX_SHORT, isExtended: false });
  if (first !== 0) return withData(header, body, 1, first);
  if (body.length < 3) return failed('no command');
  const length = body.readUInt16BE(1);
  if (body.length === 3) return ok({ header, data: none, expected: length || MAX_EXTENDED, isExtended: true });
  return length === 0 ? failed('no command') : withData(header, body, 3, length);
}

/**
 * `size`: bytes of the length before the data. The length of the answer has the same size, without the leading zero of
 * an extended one.
 */
function withData(header: Buffer, body: Buffer, size: 1 | 3, length: number): Result<CommandParts, 'no command'> {
  const end = size + length;
  const isExtended = size === 3;
  const data = body.subarray(size, end);
  if (body.length === end) return ok({ header, data, expected: undefined, isExtended });
  if (body.length !== end + (isExtended ? 2 : 1)) return failed('no command');
  const expected = isExtended ? body.readUInt16BE(end) || MAX_EXTENDED : body.readUInt8(end) || MAX_SHORT;
  return ok({ header, data, expected, isExtended });
}
