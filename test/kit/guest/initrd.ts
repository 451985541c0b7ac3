import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { bundle } from '../process.js';
import { Cpio } from './cpio.js';
import type { Kernel } from './kernel.js';

const HERE = import.meta.dirname;
const PROJECT = resolve(HERE, '../../..');
/** Where `scripts/install` puts a release. */
const RELEASE = 'opt/kasirbox/current';
const LIBRARIES = '/lib/x86_64-linux-gnu';

const BUSYBOX = '/bin/busybox';
const UDEV = '/bin/udevadm';
/** The box locks its folder by it; busybox has no such program. */
const FLOCK = '/usr/bin/flock';
const GNUTLS = join(LIBRARIES, 'libgnutls.so.30');
const RULES = '/lib/udev/rules.d/50-udev-default.rules';

/** What a guest is made of, beside the box itself, and the package of Debian that has it. */
const NEEDED = {
  '/usr/bin/qemu-system-x86_64': 'qemu-system-x86',
  [BUSYBOX]: 'busybox-static',
  [UDEV]: 'udev',
  [RULES]: 'udev',
  [FLOCK]: 'util-linux',
  [GNUTLS]: 'libgnutls30',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/bin/apt-get': 'apt',
};

/** Packages of Debian without which there is no guest here. */
export function missingPackages(): string[] {
  return [...new Set(Object.entries(NEEDED).flatMap(([file, name]) => (existsSync(file) ? [] : [name])))];
}

/** The initramfs of a guest with the built box, the Node of this process, modules of the kernel, and a data folder. */
export function boxInitrd(kernel: Kernel, data: string): Buffer {
  const root = new Cpio();
  root.file('init', readFileSync(join(HERE, 'init.sh')), 0o755);
  root.file('usr/local/bin/kasirbox', readFileSync(join(HERE, 'kasirbox.sh')), 0o755);
  for (const folder of ['dev', 'proc', 'sys', 'etc']) root.folder(folder);
  putSystem(root);
  putModules(root, kernel.load('virtio_pci', 'virtio_net', 'xhci_pci'));
  const natives = putBox(root);
  for (const name of filesOf(data)) root.file(`data/${name}`, readFileSync(join(data, name)), 0o600);
  const programs = [process.execPath, ...natives, GNUTLS, UDEV, FLOCK];
  for (const library of programs.flatMap(librariesOf)) root.file(library.slice(1), readFileSync(library), 0o755);
  return root.bytes();
}

function putSystem(root: Cpio): void {
  root.file('bin/busybox', readFileSync(BUSYBOX), 0o755);
  root.file('bin/udevadm', readFileSync(UDEV), 0o755).link('lib/systemd/systemd-udevd', '/bin/udevadm');
  root.file('bin/flock', readFileSync(FLOCK), 0o755);
  root.file(RULES.slice(1), readFileSync(RULES));
  root.file('etc/udev/rules.d/70-kasirbox.rules', readFileSync(join(PROJECT, 'systemd/kasirbox.rules')));
  root.file('etc/passwd', 'root:x:0:0:root:/:/bin/sh\nkasirbox:x:900:900::/var/lib/kasirbox:/bin/sh\n');
  const groups = readFileSync('/etc/group', 'utf8').replace(/^kasirbox:.*\n/m, '');
  root.file('etc/group', `${groups}kasirbox:x:900:\n`);
  root.file('etc/hosts', '127.0.0.1 localhost\n');
  root.file(GNUTLS.slice(1), readFileSync(GNUTLS), 0o755);
}

function putModules(root: Cpio, files: readonly string[]): void {
  for (const file of files) root.file(`modules/${basename(file)}`, readFileSync(file));
  root.file('modules/order', files.map((file) => `${basename(file)}\n`).join(''));
}

/** All that is installed on such a machine; gives the native parts, which need libraries. */
function putBox(root: Cpio): string[] {
  root.file(`${RELEASE}/node`, readFileSync(process.execPath), 0o755);
  const dist = dirname(bundle());
  const names = filesOf(dist).filter((name) => !/\.map$|linux-arm64\.node$/.test(name));
  for (const name of names) root.file(`${RELEASE}/${name}`, readFileSync(join(dist, name)));
  root.file(`${RELEASE}/keptCode.cjs`, readFileSync(join(HERE, '../keptCode.cjs')));
  const code = join(dist, '../code');
  for (const name of filesOf(code)) root.file(`${dirname(RELEASE)}/code/${name}`, readFileSync(join(code, name)));
  return names.filter((name) => name.endsWith('.node')).map((name) => join(dist, name));
}

/** Paths below it. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Under the names by which the loader looks for them. */
function librariesOf(program: string): string[] {
  const said = execFileSync('ldd', [realpathSync(program)], { encoding: 'utf8' });
  return Array.from(said.matchAll(/(\/\S+) \(0x/g), ([, path = '']) => path);
}
