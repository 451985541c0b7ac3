import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Text of a kernel file; undefined when the file does not exist or its driver does not answer. */
export async function valueOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Content of a kernel file, read synchronously for the start, which waits for it. */
export function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
