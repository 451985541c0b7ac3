import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FONT_FILES } from '../../src/receipt/fonts.js';

const project = resolve(__dirname, '../..');
/** Elsewhere than on Debian there may be no systemd to ask. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

const test = suite<{ root: string }>('board/install');

function onSystemd(name: string, work: (context: { root: string }) => void): void {
  if (hasSystemd) test(name, work);
  else test.skip(name, work);
}

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'root with space '));
  execFileSync(join(project, 'board/install'), [context.root, process.execPath], { stdio: 'pipe' });
});

test.after.each(({ root }) => {
  rmSync(root, { recursive: true, force: true });
});

test('lays a box into a root that runs there', ({ root }) => {
  const opt = join(root, 'opt/kasirbox');
  const version = execFileSync(join(opt, 'node'), [join(opt, 'kasirbox.cjs'), 'version'], { encoding: 'utf8' });
  const { version: expected } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  assert.is(version.trim(), expected);
  assert.is(statSync(join(root, 'usr/local/bin/kasirbox')).mode & 0o777, 0o755);
  const native = ['serialport', 'usb'].map((name) => `native/${name}.linux-${process.arch}.node`);
  const fonts = Object.values(FONT_FILES).map((font) => `fonts/${font}`);
  const faces = ['9x18', '12x24'].map((name) => `faces/${name}.face`);
  for (const file of ['pdf-worker.cjs', 'sql-wasm.wasm', ...fonts, ...faces, ...native]) {
    assert.is(statSync(join(opt, file)).mode & 0o777, 0o644, file);
  }
});

test('refuses a root that is not there and a Node that is none', ({ root }) => {
  for (const words of [['/nowhere/at/all', process.execPath], [root, join(project, 'README.md')], [root]]) {
    const { status, stderr } = spawnSync(join(project, 'board/install'), words, { encoding: 'utf8' });
    assert.is(status, 1);
    assert.match(stderr, /board\/install: /);
  }
});

onSystemd('the unit leaves the service little that it could do (systemd-analyze security)', ({ root }) => {
  // Threshold in tenths: 2.0 of 10, where 0 is fully shut in.
  const words = ['security', '--offline=true', `--root=${root}`, '--threshold=20', 'kasirbox.service'];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  assert.is(status, 0, `${stdout.split('\n').slice(-3).join('\n')}${stderr}`);
});

test('a drawing process that is killed for want of memory does not take the till with it', ({ root }) => {
  const unit = readFileSync(join(root, 'etc/systemd/system/kasirbox.service'), 'utf8');
  assert.match(unit, /^OOMPolicy=continue$/m);
});

onSystemd('the user of the service is one that systemd-sysusers makes', ({ root }) => {
  mkdirSync(join(root, 'etc'), { recursive: true });
  for (const name of ['passwd', 'group']) writeFileSync(join(root, 'etc', name), '');
  execFileSync('systemd-sysusers', [`--root=${root}`], { stdio: 'pipe' });
  assert.match(
    readFileSync(join(root, 'etc/passwd'), 'utf8'),
    /^kasirbox:.*:\/var\/lib\/kasirbox:\/usr\/sbin\/nologin$/m,
  );
});

test.run();
