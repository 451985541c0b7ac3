/** Packages for other machines, which npm does not install. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The folder of a package in the lock file. One for another machine is downloaded once and stored in node_modules,
 * which npm empties when it installs; its bytes must match the lock file.
 */
export function packageFor(root, name) {
  const installed = join(root, 'node_modules', name);
  const kept = join(root, 'node_modules/.foreign', name);
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in package-lock.json`);
  for (const folder of [installed, kept]) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === locked.version) return folder;
  }
  fetchPackage(`${name}@${locked.version}`, locked.integrity, kept);
  return kept;
}

function fetchPackage(what, integrity, to) {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox package '));
  try {
    const npm = ['pack', what, '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
    const [{ filename }] = JSON.parse(
      execFileSync('npm', npm, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const archive = join(folder, filename.replaceAll('@', '').replaceAll('/', '-'));
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== integrity) throw new Error(`${what} is not the package of package-lock.json`);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    // Copied to a temporary folder first, so that an interrupted or concurrent build leaves no partial package.
    mkdirSync(dirname(to), { recursive: true });
    const part = `${to}.${process.pid}`;
    cpSync(join(folder, 'package'), part, { recursive: true });
    rmSync(to, { recursive: true, force: true });
    renameSync(part, to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
