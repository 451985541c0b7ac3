import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  type Disk,
  DiskError,
  failed,
  nodeDiskOfMode,
  ok,
  type Result,
  writeAtomic,
  type Message,
  phrase,
} from '../../base/index.js';
import { errnoOf, messageOf, notFor, STREAM } from './inputFile.js';

interface TargetFileOptions {
  /** Mode of a new file before the umask is applied. */
  readonly mode: number;
  /** True when an existing file must not be replaced. */
  readonly mustBeNew?: boolean;
  /** The command that writes to standard output, for a file that only the caller may write. */
  readonly fromShell: string;
}

/**
 * Writes bytes to a FILE of the command line, all of them or none, or to standard output. As {@link replaceTargetFile}.
 */
export async function writeTargetFile(
  file: string,
  bytes: Buffer,
  options: TargetFileOptions,
): Promise<Result<void, Message>> {
  if (file === STREAM) {
    process.stdout.write(bytes);
    return ok(undefined);
  }
  return replaceTargetFile(file, options, async (disk, path) => {
    await writeAtomic(disk, path, bytes);
    return ok(undefined);
  });
}

/**
 * Replaces a FILE of the command line with `put`, which must do it all at once or not at all. An existing file retains
 * its permissions. Behind a symbolic link, the target file is replaced. Rejects when
 * `put` rejects with a bug, or with a disk error of another place.
 */
export async function replaceTargetFile<T>(
  file: string,
  { mode, fromShell, mustBeNew = false }: TargetFileOptions,
  write: (disk: Disk, path: string) => Promise<Result<T, Message>>,
): Promise<Result<T, Message>> {
  let path = file;
  try {
    const old = await stat(file).catch(absent);
    if (old?.isDirectory() === true) return failed(phrase({ sr: `${file} је фасцикла.`, en: `${file} is a folder.` }));
    if (old !== undefined && mustBeNew)
      return failed(
        phrase({
          sr: `${file} већ постоји и није мењана. Наведите другу датотеку.`,
          en: `${file} already exists and was not changed. Give another FILE.`,
        }),
      );
    if (old?.isFile() === false)
      return failed(
        phrase({
          sr: `${file} није обична датотека; стандардни излаз је -.`,
          en: `${file} is not a regular file; - is standard output.`,
        }),
      );
    if (old === undefined && (await lstat(file).catch(absent)) !== undefined) {
      return failed(
        phrase({
          sr: `${file} је веза ка датотеци која не постоји.`,
          en: `${file} is a link to a file that does not exist.`,
        }),
      );
    }
    if (old !== undefined) path = await realpath(file);
    return await write(nodeDiskOfMode(old === undefined ? mode : old.mode & 0o777), path);
  } catch (error) {
    if (error instanceof DiskError && !isBeside(path, error.path)) throw error;
    switch (errnoOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return failed(phrase({ sr: `фасцикла за ${file} не постоји.`, en: `the folder of ${file} does not exist.` }));
      case 'EACCES':
      case 'EPERM':
        return failed(
          phrase({
            sr: `${file} не може да упише корисник под којим ова команда ради. Нека датотеку отвори љуска: ${fromShell}`,
            en: `${file} ${notFor('written')}: ${fromShell}`,
          }),
        );
      case 'EROFS':
        return failed(phrase({ sr: `${file} је на диску који се само чита.`, en: `${file} is on a read-only disk.` }));
      case 'ENOSPC':
      case 'EDQUOT':
        return failed(phrase({ sr: `за ${file} више нема места.`, en: `there is no space left for ${file}.` }));
      default:
        return failed(
          phrase({
            sr: `${file} не може да се упише: ${messageOf(error)}`,
            en: `${file} cannot be written: ${messageOf(error)}`,
          }),
        );
    }
  }
}

/**
 * True when `other` is the file, its folder, or a file whose name begins with the name of the file, like temporary
 * ones.
 */
function isBeside(path: string, other: string): boolean {
  const folder = dirname(path);
  return other === folder || (dirname(other) === folder && basename(other).startsWith(basename(path)));
}

function absent(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
