import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Outside of git; what is missing in it is fetched once. */
const CACHE = resolve(import.meta.dirname, '../../../.cache/guest');

/**
 * Takes of Debian's kernel package what a guest without disks needs; the package is not installed. The folder is there at once
 * or not at all. (The `cloud` kernels have no USB.)
 */
const FETCH = `
folder=$1
package=$(apt-cache show --no-all-versions linux-image-amd64 | sed -n 's/^Depends: \\([^ ]*\\).*/\\1/p' | head -n 1)
mkdir -p -- "$folder"
work=$(mktemp -d -- "$folder/fetch.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
chmod 755 "$work"
cd -- "$work"
apt-get download --quiet "$package"
modules=./lib/modules/*/kernel
dpkg-deb --fsys-tarfile ./*.deb | tar -x --wildcards './boot/vmlinuz-*' "$modules/drivers/usb/*" "$modules/drivers/virtio/*" \\
  "$modules/drivers/net/virtio_net.ko" \\
  "$modules/drivers/net/net_failover.ko" "$modules/net/core/*"
rm ./*.deb
mv boot/vmlinuz-* vmlinuz
mv -T -- "$work" "$folder/kernel"
`;

/** A kernel, and those of its modules that a guest may need. */
export class Kernel {
  private readonly modules = new Map<string, string>();

  private constructor(private readonly folder: string) {
    const files = readdirSync(join(folder, 'lib'), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ko'))) {
      this.modules.set(nameOf(basename(file, '.ko')), join(folder, 'lib', file));
    }
  }

  /** That of Debian, for x86. The first time it is fetched by apt. */
  static debian(): Kernel {
    const folder = join(CACHE, 'kernel');
    if (!existsSync(folder)) execFileSync('bash', ['-euo', 'pipefail', '-c', FETCH, 'bash', CACHE], { stdio: 'pipe' });
    return new Kernel(folder);
  }

  get image(): string {
    return join(this.folder, 'vmlinuz');
  }

  /** Files of the modules with these names and of all that they need, in the order in which they have to be loaded. */
  load(...names: readonly string[]): string[] {
    const files = new Set<string>();
    const visit = (name: string): void => {
      const file = this.modules.get(nameOf(name));
      if (file === undefined) throw new Error(`there is no module ${name}`);
      if (files.has(file)) return;
      dependencies(file).forEach(visit);
      files.add(file);
    };
    names.forEach(visit);
    return [...files];
  }
}

/** A module is named with either sign. */
function nameOf(module: string): string {
  return module.replaceAll('-', '_');
}

/** As the module itself states it, in its section `.modinfo`. */
function dependencies(file: string): string[] {
  const found = /\0depends=([^\0]*)\0/.exec(readFileSync(file, 'latin1'))?.[1] ?? '';
  return found === '' ? [] : found.split(',');
}
