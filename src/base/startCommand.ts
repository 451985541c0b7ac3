import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the box for commands without `--data`; an installed box sets its own folder. */
export const DEFAULT_FOLDER = process.env['KASIRBOX_DATA'] ?? './data';

/** The unit file of an installed box, relative to the root. */
const UNIT = 'etc/systemd/system/kasirbox.service';

/**
 * True when systemd runs the service of this folder, i.e. its unit names the folder. A box of `scripts/start` has
 * another one.
 */
export function isInstalled(folder: string, root: string): boolean {
  try {
    const [, own] = /^ExecStart=.* --data (\S+)/m.exec(readFileSync(join(root, UNIT), 'utf8')) ?? [];
    return own !== undefined && own === resolve(folder);
  } catch {
    return false;
  }
}

/**
 * The command that starts the service of the folder. It includes a folder that is not the default, because otherwise a
 * new, empty box would start.
 */
export function startCommand(folder: string, root = '/'): string {
  if (isInstalled(folder, root)) return 'systemctl start kasirbox';
  const path = resolve(folder);
  return path === resolve(DEFAULT_FOLDER) ? 'kasirbox serve' : `kasirbox serve --data ${shellWord(path)}`;
}

/** Quotes a path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w%+,./:=@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
