// time limit: 300 s
// proof: install
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FONT_FILES } from '../../src/paper/documents/fonts.js';
import { Turns } from '../kit/turns.js';

/** scripts/install and scripts/uninstall on the folder of an image. What they do on a running system is in machine.test.ts. */

const project = resolve(__dirname, '../..');
/** Elsewhere than on Debian there may be no systemd to ask. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

interface Context {
  root: string;
}

const test = suite<Context>('scripts/install');
/** Each installs a box, at times many. */
const turns = new Turns<Context>(9, test);
const nodes = mkdtempSync(join(tmpdir(), 'kasirbox nodes '));
test.after(() => rmSync(nodes, { recursive: true }));

function onSystemd(name: string, work: (context: Context) => void): void {
  turns.test(name, hasSystemd ? work : undefined);
}

/** Runs a script to its end. */
function run(script: string, words: readonly string[], input = '') {
  return spawnSync(join(project, 'scripts', script), words, { encoding: 'utf8', input });
}

/** A substitute for Node, of which each copy would be a hundred megabytes; another version makes another release. */
function someNode(version: string, crc32 = 'function'): string {
  const node = join(nodes, version);
  const said = `[ "$1" = -p ] && exec echo node ${version} ${crc32}`;
  writeFileSync(node, `#!/bin/sh\n${said}\necho ${version}\n`, { mode: 0o755 });
  return node;
}

/** What the Node says that systemd would start, which must be that of a whole release. */
function started(root: string): string {
  const unit = readFileSync(join(root, 'etc/systemd/system/kasirbox.service'), 'utf8');
  const [, node = '', bundle = ''] = /^ExecStart=(\S+) (\S+) serve /m.exec(unit) ?? [];
  assert.equal(readFileSync(join(root, bundle)), readFileSync(join(project, 'dist/kasirbox.cjs')));
  return execFileSync(join(root, node), { encoding: 'utf8' }).trim();
}

function install(root: string, node = someNode('v20.20.0')): string {
  const { status, stdout, stderr } = run('install', [root, node]);
  assert.is(status, 0, stderr);
  return stdout;
}

/** Everything below a folder that is no folder: path to inode, time of change, and where a link leads. */
function everythingIn(root: string): Record<string, string> {
  const names = (readdirSync(root, { recursive: true }) as string[]).sort();
  const files = names.map((name) => ({ name, stat: lstatSync(join(root, name)) }));
  return Object.fromEntries(
    files
      .filter(({ stat }) => !stat.isDirectory())
      .map(({ name, stat }) => {
        const leads = stat.isSymbolicLink() ? readlinkSync(join(root, name)) : '';
        return [name, `${stat.ino} ${stat.mtimeMs} ${leads}`];
      }),
  );
}

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'root with space '));
});

test.after.each(({ root }) => {
  rmSync(root, { recursive: true, force: true });
});

turns.test('lays a box into a root that runs there', ({ root }) => {
  install(root, process.execPath);
  const opt = join(root, 'opt/kasirbox/current');
  const version = execFileSync(join(opt, 'node'), [join(opt, 'kasirbox.cjs'), 'version'], { encoding: 'utf8' });
  const { version: expected } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  assert.is(version.trim(), expected);
  assert.is(statSync(join(root, 'usr/local/bin/kasirbox')).mode & 0o777, 0o755);
  const native = ['koffi', 'serialport', 'usb'].map((name) => `native/${name}.linux-${process.arch}.node`);
  const fonts = Object.values(FONT_FILES).map((font) => `fonts/${font}`);
  const faces = ['9x18', '9x36', '18x36', '14x28', '28x56'].map((name) => `faces/${name}.face`);
  for (const file of [
    ...['box.cjs', 'files.cjs', 'fleet.cjs', 'pdf-worker.cjs', 'tls-worker.cjs', 'star-encoder.cjs', 'nats-client.cjs'],
    'koa-body.cjs',
    'sql-wasm.wasm',
    ...fonts,
    ...faces,
    ...native,
  ]) {
    assert.is(statSync(join(opt, file)).mode & 0o777, 0o644, file);
  }
});

turns.test('reports the missing package for the key of a card, each time, and nothing when it is there', ({ root }) => {
  const wanted = (said: string): boolean => /V-PFR[^]*chroot .* apt-get install libgnutls30$/m.test(said);
  assert.equal([install(root), install(root), install(root, someNode('v22.0.0'))].map(wanted), [true, true, true]);
  for (const folder of ['lib', 'usr/lib/aarch64-linux-gnu', 'usr/lib/x86_64-linux-gnu']) {
    const library = join(root, folder, 'libgnutls.so.30');
    mkdirSync(join(root, folder), { recursive: true });
    symlinkSync('libgnutls.so.30.34.3', library);
    assert.ok(wanted(install(root)), 'a link that leads nowhere');
    writeFileSync(`${library}.34.3`, '');
    assert.not.match(install(root), /gnutls/i);
    rmSync(library);
  }
});

turns.test('polkit lets only the user of the box use cards through pcscd, and nothing else', ({ root }) => {
  const folder = join(root, 'etc/polkit-1/rules.d');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  install(root);
  assert.is(statSync(folder).mode & 0o777, 0o700, 'as polkit has made it');
  type Rule = (action: { id: string }, subject: { user: string }) => string | undefined;
  const rules: Rule[] = [];
  const polkit = { addRule: (rule: Rule) => rules.push(rule), Result: { YES: 'yes', NOT_HANDLED: undefined } };
  runInNewContext(readFileSync(join(folder, '70-kasirbox.rules'), 'utf8'), { polkit });
  const said = (id: string, user: string): unknown[] => rules.map((rule) => rule({ id }, { user }));
  for (const id of ['org.debian.pcsc-lite.access_pcsc', 'org.debian.pcsc-lite.access_card']) {
    assert.equal([said(id, 'kasirbox'), said(id, 'kasirbox2')], [['yes'], [undefined]]);
  }
  assert.equal(said('org.freedesktop.systemd1.manage-units', 'kasirbox'), [undefined]);
});

turns.test('what was built is all installed', ({ root }) => {
  install(root);
  // The image of a card is made of what is installed.
  const built = Object.keys(everythingIn(join(project, 'dist'))).filter((name) => !name.startsWith('image/'));
  const installed = Object.keys(everythingIn(join(root, 'opt/kasirbox/current/')));
  assert.equal(
    built.filter((name) => !installed.includes(name)),
    [],
  );
});

turns.test('the documents to which the README leads are installed with it', ({ root }) => {
  install(root);
  for (const document of ['README.md', 'docs']) {
    const [here, there] = [join(project, document), join(root, 'opt/kasirbox/current', document)];
    execFileSync('diff', ['--recursive', here, there]);
  }
});

turns.test('installing the same again changes nothing', ({ root }) => {
  install(root);
  const before = everythingIn(root);
  assert.match(install(root), /installed already/);
  assert.equal(everythingIn(root), before);
});

turns.test('a file of the release that was damaged is put right by installing again', ({ root }) => {
  install(root);
  writeFileSync(join(root, 'opt/kasirbox/current/kasirbox.cjs'), 'rubbish');
  install(root);
  const bundle = (folder: string): Buffer => readFileSync(join(folder, 'kasirbox.cjs'));
  assert.equal(bundle(join(root, 'opt/kasirbox/current')), bundle(join(project, 'dist')));
});

turns.test('an upgrade keeps the release before it, --back returns to it, and again returns from it', ({ root }) => {
  install(root);
  assert.is(started(root), 'v20.20.0');
  install(root, someNode('v24.0.0'));
  assert.is(started(root), 'v24.0.0');
  for (const version of ['v20.20.0', 'v24.0.0']) {
    assert.is(run('install', ['--back', root]).status, 0);
    assert.is(started(root), version);
  }
});

turns.test('an upgrade that is cut short anywhere leaves a whole release, and is finished by another', ({ root }) => {
  const next = someNode('v24.0.0');
  // Every step that counts is a rename: here the n-th of them ends a script that was made to find another mv.
  const [shadow, changed] = [join(nodes, 'shadow'), join(nodes, 'changed')];
  const renames = join(root, 'renames');
  mkdirSync(shadow);
  const dying = (last: number): string =>
    `echo >>'${renames}'; [ "$(wc -l <'${renames}')" -lt ${last} ] || kill -9 "$PPID"; exec /bin/mv "$@"`;
  for (const part of ['dist', 'docs', 'systemd', 'README.md', 'LICENSE', 'scripts']) {
    cpSync(join(project, part), join(changed, part), { recursive: true });
  }
  const lib = join(changed, 'scripts/lib/installed.sh');
  writeFileSync(lib, readFileSync(lib, 'utf8').replace('PATH=/', `PATH='${shadow}':/`));
  const found = new Set<string>();
  let last = 0;
  for (let isCut = true; isCut;) {
    rmSync(join(root, 'opt'), { recursive: true, force: true });
    install(root);
    last += 1;
    rmSync(renames, { force: true });
    writeFileSync(join(shadow, 'mv'), `#!/bin/sh\n${dying(last)}\n`, { mode: 0o755 });
    isCut = spawnSync(join(changed, 'scripts/install'), [root, next]).signal === 'SIGKILL';
    found.add(started(root));
    writeFileSync(join(shadow, 'mv'), '#!/bin/sh\nexec /bin/mv "$@"\n');
    assert.is(spawnSync(join(changed, 'scripts/install'), [root, next]).status, 0);
    assert.is(started(root), 'v24.0.0');
    assert.is(run('install', ['--back', root]).status, 0);
    assert.is(started(root), 'v20.20.0');
  }
  assert.equal([...found], ['v20.20.0', 'v24.0.0']);
  assert.ok(last > 4, `${last} moments`);
});

turns.test('of releases the last two stay, and an upgrade with the same Node does not store it twice', ({ root }) => {
  const opt = join(root, 'opt/kasirbox');
  install(root);
  install(root, someNode('v24.0.0'));
  writeFileSync(join(opt, 'current/README.md'), 'changed');
  install(root, someNode('v24.0.0'));
  assert.equal(readdirSync(join(opt, 'releases')), ['2', '3']);
  assert.is(statSync(join(opt, 'current/node')).ino, statSync(join(opt, 'previous/node')).ino);
});

turns.test('an installation that was cut short is made anew over what it left', ({ root }) => {
  install(root);
  const before = Object.keys(everythingIn(root));
  mkdirSync(join(root, 'opt/kasirbox/releases/.new'));
  writeFileSync(join(root, 'opt/kasirbox/releases/.new/node'), 'half');
  writeFileSync(join(root, 'usr/local/bin/kasirbox.new'), '');
  rmSync(join(root, 'usr/local/bin/kasirbox'));
  install(root);
  assert.equal(Object.keys(everythingIn(root)), before);
});

turns.test(
  'nothing that is in the environment of the caller runs, or decides what is installed and where it lies',
  ({ root }) => {
    const [trap, sprung] = [join(nodes, 'trap'), join(nodes, 'sprung')];
    mkdirSync(join(trap, 'scripts'), { recursive: true });
    const springing = `: >'${sprung}'`;
    for (const program of ['bash', 'cp', 'dirname', 'install', 'mv', 'readlink', 'realpath', 'rm', 'sed']) {
      writeFileSync(join(trap, program), `#!/bin/sh\n${springing}\n`, { mode: 0o755 });
    }
    writeFileSync(join(trap, 'profile'), `${springing}\n`);
    writeFileSync(join(trap, 'required.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(sprung)}, '');\n`);
    const env = {
      PATH: `${trap}:${process.env['PATH']}`,
      CDPATH: trap,
      BASH_ENV: join(trap, 'profile'),
      ENV: join(trap, 'profile'),
      'BASH_FUNC_readlink%%': `() { ${springing}; }`,
      BASHOPTS: 'extdebug',
      SHELLOPTS: 'xtrace',
      IFS: 's',
      GREP_OPTIONS: '--invert-match',
      NODE_OPTIONS: `--require ${JSON.stringify(join(trap, 'required.cjs'))}`,
      LD_PRELOAD: '/there/is/none.so',
      TMPDIR: trap,
    };
    const node = join(nodes, 'real');
    symlinkSync(process.execPath, node);
    for (const words of [
      ['scripts/install', root, node],
      ['scripts/uninstall', root],
    ] as const) {
      const [script, ...rest] = words;
      const umask = process.umask(0o077);
      // Named from the folder of the project, as a technician does: that is where CDPATH would lead elsewhere.
      const { status, stderr } = spawnSync(script, rest, { cwd: project, env, encoding: 'utf8' });
      process.umask(umask);
      assert.is(status, 0, stderr);
      // The linker speaks once, before the script can do anything about it.
      assert.ok(stderr.split('\n').length <= 2, stderr);
      assert.not.ok(existsSync(sprung), script);
      if (script === 'scripts/install') {
        assert.is(statSync(join(root, 'opt/kasirbox/current/kasirbox.cjs')).mode & 0o777, 0o644);
        assert.is(statSync(join(root, 'etc/systemd/system/kasirbox.service')).mode & 0o777, 0o644);
        assert.is(statSync(join(root, 'opt')).mode & 0o777, 0o755);
      }
    }
    assert.equal(everythingIn(root), {});
  },
);

turns.test('there is no way back from a first installation', ({ root }) => {
  install(root);
  const { status, stderr } = run('install', ['--back', root]);
  assert.is(status, 1);
  assert.match(stderr, /no release to go back to/);
});

turns.test('there is no way back to a release that is broken, and nothing is changed', ({ root }) => {
  const before = join(root, 'opt/kasirbox/previous');
  install(root);
  install(root, process.execPath);
  assert.is(run('install', ['--back', root]).status, 0);
  const node = join(before, 'node');
  for (const breakIt of [
    () => writeFileSync(join(before, 'box.cjs'), 'const cut = ('),
    () => rmSync(join(before, 'sql-wasm.wasm')),
    () => {
      rmSync(node);
      writeFileSync(node, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    },
  ]) {
    breakIt();
    const untouched = everythingIn(root);
    const { status, stderr } = run('install', ['--back', root]);
    assert.is(status, 1);
    assert.match(stderr, /the release before .*Nothing was changed$/m);
    assert.equal(everythingIn(root), untouched);
    assert.is(started(root), 'v20.20.0');
  }
});

turns.test('refuses a missing root and an unusable Node', ({ root }) => {
  for (const words of [
    ['/nowhere/at/all', process.execPath],
    [root, join(project, 'README.md')],
    [root, '/bin/ls'],
    [root, '/bin/true'],
    [root, someNode('v18.20.4', 'undefined')],
    [root, someNode('v20.10.0', 'undefined')],
    [root, someNode('v20.19.9')],
    [root, someNode('v22.1.0', 'undefined')],
  ]) {
    const { status, stderr } = run('install', words);
    assert.is(status, 1, words.join(' '));
    assert.match(stderr, /^install: .*\n$/);
  }
  assert.equal(readdirSync(root), []);
});

turns.test('prints its usage', () => {
  for (const script of ['install', 'uninstall']) {
    const asked = run(script, ['--help']);
    assert.is(asked.status, 0);
    assert.match(asked.stdout, new RegExp(`^ {2}scripts/${script} ROOT`, 'm'));
    const wrong = run(script, []);
    assert.is(wrong.status, 2);
    assert.is(wrong.stderr, asked.stdout);
  }
});

turns.test('uninstall takes away every file that was laid, and no other', ({ root }) => {
  mkdirSync(join(root, 'etc/udev/rules.d'), { recursive: true });
  writeFileSync(join(root, 'etc/udev/rules.d/99-own.rules'), '');
  mkdirSync(join(root, 'var/lib/kasirbox/log'), { recursive: true });
  writeFileSync(join(root, 'var/lib/kasirbox/log/000001.seg'), 'receipts');
  const before = everythingIn(root);
  install(root);
  install(root);
  const { status, stdout } = run('uninstall', [root]);
  assert.is(status, 0);
  assert.match(stdout, /still in/);
  assert.equal(everythingIn(root), before);
});

turns.test('an installed box is removed by the script that was installed with it', ({ root }) => {
  install(root);
  execFileSync(join(root, 'opt/kasirbox/current/scripts/uninstall'), [root], { stdio: 'pipe' });
  assert.equal(everythingIn(root), {});
});

turns.test('receipts are deleted only when their folder is named and the warning is answered', ({ root }) => {
  const log = join(root, 'var/lib/kasirbox/log');
  mkdirSync(log, { recursive: true });
  install(root);
  const before = everythingIn(root);
  assert.is(run('uninstall', ['--purge', '/var/lib', root], 'delete the receipts\n').status, 1);
  const asked = run('uninstall', ['--purge', '/var/lib/kasirbox', root], 'yes\n');
  assert.is(asked.status, 1);
  assert.match(asked.stderr, /Without a backup they are gone for ever[^]*kasirbox backup/);
  assert.ok(existsSync(log));
  assert.equal(everythingIn(root), before);
  assert.is(run('uninstall', ['--purge', '/var/lib/kasirbox', root], 'delete the receipts\n').status, 0);
  assert.not(existsSync(join(root, 'var/lib/kasirbox')));
});

onSystemd('the unit leaves the service little that it could do (systemd-analyze security)', ({ root }) => {
  install(root);
  // Threshold in tenths: 2.0 of 10, where 0 is fully shut in.
  const words = ['security', '--offline=true', `--root=${root}`, '--threshold=20', 'kasirbox.service'];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  assert.is(status, 0, `${stdout.split('\n').slice(-3).join('\n')}${stderr}`);
});

onSystemd('the image can be told to start it, and the unit keeps its place when it is told not to', ({ root }) => {
  install(root);
  const unit = join(root, 'etc/systemd/system/kasirbox.service');
  const systemctl = (verb: string): string =>
    spawnSync('systemctl', [`--root=${root}`, verb, 'kasirbox'], { encoding: 'utf8' }).stdout.trim();
  systemctl('enable');
  assert.is(systemctl('is-enabled'), 'enabled');
  systemctl('disable');
  assert.is(systemctl('is-enabled'), 'disabled');
  assert.ok(existsSync(unit));
});

turns.test('a drawing process that is killed for want of memory does not take the till with it', ({ root }) => {
  install(root);
  const unit = readFileSync(join(root, 'etc/systemd/system/kasirbox.service'), 'utf8');
  assert.match(unit, /^OOMPolicy=continue$/m);
});

turns.test('memory, with the PIN of the card in it, is never written to the flash', ({ root }) => {
  install(root);
  const unit = readFileSync(join(root, 'etc/systemd/system/kasirbox.service'), 'utf8');
  assert.match(unit, /^MemorySwapMax=0$/m);
  assert.match(unit, /^LimitCORE=0$/m);
});

onSystemd('the user of the service is one that systemd-sysusers makes, in the groups of its devices', ({ root }) => {
  install(root);
  for (const name of ['passwd', 'group']) writeFileSync(join(root, 'etc', name), '');
  execFileSync('systemd-sysusers', [`--root=${root}`], { stdio: 'pipe' });
  assert.match(
    readFileSync(join(root, 'etc/passwd'), 'utf8'),
    /^kasirbox:.*:\/var\/lib\/kasirbox:\/usr\/sbin\/nologin$/m,
  );
  const groups = readFileSync(join(root, 'etc/group'), 'utf8');
  for (const group of ['dialout', 'lp']) assert.match(groups, new RegExp(`^${group}:.*:kasirbox$`, 'm'));
});

test.run();
