import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { changeExt4, partitionOf } from './filesystem.js';
import { WORK } from './made.js';

/** What the bundles of a test are made with, and the package of Debian that has it. */
export const BUNDLE_NEEDS = { rauc: 'rauc', mksquashfs: 'squashfs-tools', openssl: 'openssl' };

/** The keys by which `scripts/image` has signed without others. */
const KEYS = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kasirbox/image/keys');

/**
 * How a system can be faulty, as the word `kasirbox.fault=…` on the kernel's command line chooses. `hang`: the box comes to nothing;
 * `leak`: it takes 4 MB more each second, and starts itself anew; `late`: nothing can be stored after 90 s.
 */
export type Fault = 'hang' | 'leak' | 'late';

const WORD = 'kasirbox.fault';
const MEGABYTES_PER_SECOND = 4;
const LATE = 90;

/** What the service of a faulty system loads before the box. */
const PRELOAD = `
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');
let fault = '';
try { fault = fs.readFileSync('/run/kasirbox-fault', 'utf8').trim(); } catch {}
if (isMainThread && process.argv.includes('serve')) {
  if (fault === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const kept = [];
  if (fault === 'leak') setInterval(() => kept.push(Buffer.alloc(${MEGABYTES_PER_SECOND} * 1024 * 1024, 1)), 1000);
  if (fault === 'late') {
    const began = performance.now();
    for (const name of ['fsync', 'fdatasync']) {
      const usual = fs[name];
      fs[name] = (file, done) => {
        const isLate = performance.now() - began > ${LATE} * 1000;
        if (isLate) setImmediate(done, Object.assign(new Error('EIO: i/o error, ' + name), { code: 'EIO', errno: -5, syscall: name }));
        else usual(file, done);
      };
    }
  }
}
`;

const UNIT = `[Service]
ExecStartPre=+/bin/sh -c "sed -n 's/.*${WORD}=\\\\([a-z]*\\\\).*/\\\\1/p' /proc/cmdline >/run/kasirbox-fault; chmod 644 /run/kasirbox-fault"
Environment=NODE_OPTIONS=--require=/usr/lib/kasirbox/fault.cjs
`;

export const FAULTS: readonly Fault[] = ['late', 'hang', 'leak'];

/** The word for the command line that makes a system of {@link faultyBundle} so. */
export const faultWord = (fault: Fault): string => `${WORD}=${fault}`;

/** A bundle, and the file system of the slot that it holds. */
export interface Bundle {
  readonly file: string;
  readonly slot: string;
}

/** Makes a bundle of the slot that was made last, whose system is as faulty as its command line says, and well where that says nothing. */
export function faultyBundle(folder: string, version: string): Bundle {
  mkdirSync(folder, { recursive: true });
  const slot = join(folder, 'slot.ext4');
  execFileSync('cp', ['--sparse=always', join(WORK, 'slot.ext4'), slot]);
  changeExt4(slot, {
    '/usr/lib/kasirbox/fault.cjs': PRELOAD,
    '/etc/systemd/system/kasirbox.service.d/fault.conf': UNIT,
  });
  return signed(folder, version, KEYS);
}

/** Makes a bundle of so many MB that starts nothing; signed by what `scripts/image` has, or by these keys. */
export function emptyBundle(folder: string, version: string, { megabytes = 8, keys = KEYS } = {}): Bundle {
  mkdirSync(folder, { recursive: true });
  const slot = join(folder, 'slot.ext4');
  execFileSync('mke2fs', ['-q', '-t', 'ext4', '-O', '^has_journal', '-F', slot, `${megabytes + 8}M`]);
  // So that it cannot be compressed to nothing.
  const noise = join(folder, 'noise');
  execFileSync('sh', ['-c', 'head -c "$1" /dev/urandom >"$0"', noise, String(megabytes * 1_000_000)]);
  execFileSync('debugfs', ['-w', '-R', `write "${noise}" noise`, slot], { stdio: 'pipe' });
  rmSync(noise);
  return signed(folder, version, keys);
}

/** Makes the box of a card that has not started trust this authority, PEM, beside those that it knows, where it downloads. */
export function trustForDownloads(card: string, authority: string): void {
  const unit = '[Service]\nEnvironment=NODE_EXTRA_CA_CERTS=/usr/lib/kasirbox/authority.pem\n';
  changeExt4(`${card}?offset=${partitionOf(card, 2).start}`, {
    '/usr/lib/kasirbox/authority.pem': authority,
    '/etc/systemd/system/kasirbox.service.d/authority.conf': unit,
  });
}

/** Keys of an authority that no box knows, in a folder of their own. */
export function foreignKeys(folder: string): string {
  const script = 'cache=$0; keys=; say() { :; }; source board/build/bundle.sh; make_keys';
  mkdirSync(folder, { recursive: true });
  execFileSync('bash', ['-euc', script, folder], { cwd: join(WORK, '../..'), stdio: 'pipe' });
  return join(folder, 'keys');
}

function signed(folder: string, version: string, keys: string): Bundle {
  const content = join(folder, 'content');
  mkdirSync(content);
  linkSync(join(folder, 'slot.ext4'), join(content, 'slot.ext4'));
  const manifest = [
    ...['[update]', 'compatible=kasirbox-arm64', `version=${version}`, 'description=data-format=1'],
    ...['[bundle]', 'format=verity', '[image.rootfs]', 'filename=slot.ext4', ''],
  ];
  writeFileSync(join(content, 'manifest.raucm'), manifest.join('\n'));
  const bundle = join(folder, 'update.raucb');
  const sign = [`--cert=${keys}/release.pem`, `--key=${keys}/release.key`, `--keyring=${keys}/ca.pem`];
  const fast = '--mksquashfs-args=-comp zstd -Xcompression-level 1 -quiet -no-progress';
  execFileSync('rauc', [...sign, fast, 'bundle', content, bundle], { stdio: 'pipe' });
  rmSync(content, { recursive: true });
  chmodSync(bundle, 0o644);
  return { file: bundle, slot: join(folder, 'slot.ext4') };
}
