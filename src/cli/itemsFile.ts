import { writeAtomic } from '../base/atomic.js';
import { ok, type Result } from '../base/result.js';
import { MAX_FILE } from '../catalogue/csv/read.js';
import { readGivenFile, STREAM } from './givenFile.js';
import { putTargetFile } from './targetFile.js';

/** Mode of a file that is new, before the umask is taken off: that of every other program. */
const USUAL_MODE = 0o666;

/** The bytes of FILE, at most {@link MAX_FILE}. The error is an English sentence. */
export function readItemsFile(file: string): Promise<Result<Uint8Array, string>> {
  return readGivenFile(file, { maxBytes: MAX_FILE, tooLarge: 'split it', fromShell: 'kasirbox items import - < FILE' });
}

/** Puts a text into FILE, all of it or nothing. The error is an English sentence. */
export async function writeItemsFile(file: string, text: string): Promise<Result<void, string>> {
  if (file === STREAM) {
    process.stdout.write(text);
    return ok(undefined);
  }
  const options = { mode: USUAL_MODE, fromShell: 'kasirbox items export - > FILE' };
  return putTargetFile(file, options, async (disk, path) => {
    await writeAtomic(disk, path, Buffer.from(text));
    return ok(undefined);
  });
}
