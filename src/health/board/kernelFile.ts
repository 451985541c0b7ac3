import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The text of a file of the kernel; undefined where it has no such file, or its driver no answer. */
export async function valueOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Likewise, for the start, which waits for it. */
export function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
