import { failed, ok, type Result } from '../base/result.js';
import { AGE_INTRO } from './format.js';

/** Longest header of an age file, bytes; one with a single recipient has 200. */
const LONGEST = 64 * 1024;
/** How the last line of the header begins, behind the end of the line before it. */
const LAST_LINE = '\n---';

/**
 * Reads so far ahead that the bytes are known to begin as an age file does, with a header of an end: a reader of age would
 * wait for that end for ever. Gives a stream of all the bytes; where they are `foreign`, no more of them are read. Rejects
 * as `bytes` does.
 */
export async function boundHeader(
  bytes: ReadableStream<Uint8Array>,
): Promise<Result<ReadableStream<Uint8Array>, 'foreign'>> {
  const reader = bytes.getReader();
  let read = Buffer.alloc(0);
  while (isBeginning(read) && !read.includes(LAST_LINE) && read.length < LONGEST) {
    const { done, value } = await reader.read();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  const end = read.indexOf(LAST_LINE);
  if (!isBeginning(read) || end < 0 || end > LONGEST) {
    await reader.cancel();
    return failed('foreign');
  }
  return ok(
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(read)),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  );
}

/** May these be the first bytes of an age file? */
function isBeginning(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, AGE_INTRO.length);
  return bytes.subarray(0, length).equals(AGE_INTRO.subarray(0, length));
}
