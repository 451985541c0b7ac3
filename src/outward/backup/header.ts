import { failed, ok, type Result } from '../../base/index.js';
import { AGE_INTRO } from './format.js';

/** Longest header of an age file, bytes; one with a single recipient has 200. */
const LONGEST = 64 * 1024;
/** The beginning of the header's last row, after the end of the row before. */
const LAST_ROW = '\n---';

/**
 * Reads ahead until the bytes are known to begin with a complete header of age: age's own reader would wait for its end
 * forever. Returns a stream of all bytes; if they are `foreign`, no more of them are read. Rejects as `bytes` does.
 */
export async function checkAgeHeader(
  bytes: ReadableStream<Uint8Array>,
): Promise<Result<ReadableStream<Uint8Array>, 'foreign'>> {
  const reader = bytes.getReader();
  let read = Buffer.alloc(0);
  while (isBeginning(read) && !read.includes(LAST_ROW) && read.length < LONGEST) {
    const { done, value } = await reader.read();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  const end = read.indexOf(LAST_ROW);
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

/** True when these may be the first bytes of an age file. */
function isBeginning(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, AGE_INTRO.length);
  return bytes.subarray(0, length).equals(AGE_INTRO.subarray(0, length));
}
