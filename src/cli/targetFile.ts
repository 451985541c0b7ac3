import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { nodeDiskOfMode } from '../base/disk-node.js';
import { type Disk, DiskError } from '../base/disk.js';
import { failed, type Result } from '../base/result.js';
import { codeOf, messageOf, notFor } from './givenFile.js';

export interface TargetFileOptions {
  /** Mode of a file that is new, before the umask is taken off. */
  readonly mode: number;
  /** The command with the file on standard output, for one that only the caller can write. */
  readonly fromShell: string;
}

/**
 * Has a FILE of the command line replaced by `put`, which does it all at once or not at all. One that was there keeps its
 * permissions, and behind a link it is replaced where it lies. The error is an English sentence; what `put` rejects with
 * that is no error of the system, or one of another place, goes on.
 */
export async function putTargetFile<T>(
  file: string,
  { mode, fromShell }: TargetFileOptions,
  put: (disk: Disk, path: string) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  let path = file;
  try {
    const old = await stat(file).catch(absent);
    if (old?.isDirectory() === true) return failed(`${file} is a folder.`);
    if (old?.isFile() === false) return failed(`${file} is no ordinary file; - is standard output.`);
    if (old === undefined && (await lstat(file).catch(absent)) !== undefined) {
      return failed(`${file} is a link to a file that does not exist.`);
    }
    if (old !== undefined) path = await realpath(file);
    return await put(nodeDiskOfMode(old === undefined ? mode : old.mode & 0o777), path);
  } catch (error) {
    if (error instanceof DiskError && !isBeside(path, error.path)) throw error;
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return failed(`the folder of ${file} does not exist.`);
      case 'EACCES':
      case 'EPERM':
        return failed(`${file} ${notFor('written')}: ${fromShell}`);
      case 'EROFS':
        return failed(`${file} lies on a disk that is read-only.`);
      case 'ENOSPC':
      case 'EDQUOT':
        return failed(`there is no room left for ${file}.`);
      default:
        return failed(`${file} cannot be written: ${messageOf(error)}`);
    }
  }
}

/** Is `other` the file, its folder, or a file under a name that begins with that of the file, as temporary ones do? */
function isBeside(path: string, other: string): boolean {
  const folder = dirname(path);
  return other === folder || (dirname(other) === folder && basename(other).startsWith(basename(path)));
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
