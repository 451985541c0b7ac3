// turns: 3
// What keeps a folder from being used is said in a line, in both languages, with what to do.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_FOLDER, startCommand } from '../../../src/base/start.js';
import type { CheckResult } from '../../../src/interfaces/health/check.js';
import { restartAdvice } from '../../../src/programs/cli/unusable.js';
import { copyBundle } from '../../kit/bundle.js';
import { kasirbox } from '../../kit/command.js';
import { newFolder } from '../../kit/folder.js';
import { cleanUp, kasirbox as kasirboxProcess, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const COMMANDS = [['doctor'], ['serve', '--listen', '127.0.0.1:0']] as const;

async function says(folder: string, sr: RegExp, en: RegExp, uid?: number): Promise<void> {
  for (const words of COMMANDS) {
    for (const [language, text] of [
      ['sr_RS.UTF-8', sr],
      ['C.UTF-8', en],
    ] as const) {
      const [args, env] = [[...words, '--data', folder], { LC_ALL: language }];
      const { code, stdout, stderr } =
        uid === undefined ? await kasirbox(args, { env }) : await kasirboxProcess(args, { env, uid });
      assert.is(code, 1);
      const [said = ''] = (words[0] === 'doctor' ? stdout : stderr).split('\n');
      assert.match(said, text);
      const state = text === sr ? 'квар' : 'failure';
      if (words[0] === 'doctor') assert.match(said, new RegExp(`^folder +${state} `));
      assert.is(stderr.split('\n').length, words[0] === 'doctor' ? 1 : 2, stderr);
    }
  }
}

test('a data folder that is a file', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const folder of [file, join(file, 'x')]) {
    await says(folder, /треба фасцикла. Изаберите другу: --data DIR/, /a folder is needed. Choose another: --data DIR/);
  }
});

/** Needs root: to mount, or to run a command as another user. */
const isRoot = process.getuid?.() === 0;
function byRoot(name: string, work: () => Promise<void>): void {
  if (isRoot) test(name, work);
  else test.skip(name, work);
}
if (!isRoot) console.log('skipped: needs root');
/** The user nobody. */
const NOBODY = 65534;

byRoot('a data folder on a disk that is read-only', async () => {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k', 'tmpfs', folder]);
  try {
    await says(folder, /диск се само чита.*remount,rw/, /the disk is read-only.*remount,rw/);
  } finally {
    execFileSync('umount', [folder]);
  }
});

byRoot('a data folder of another user, whether its service runs or not', async () => {
  const place = temporaryFolder();
  // What is above the folder may be passed.
  chmodSync(place, 0o755);
  const box = await ServiceHere.start({ folder: join(place, 'data') });
  const [sr, en] = [/нема дозволу\. .*sudo kasirbox …/, /has no permission\. .*sudo kasirbox …/];
  await says(box.folder, sr, en, NOBODY);
  const list = ['keys', 'list', '--data', box.folder];
  assert.match((await kasirboxProcess(list, { env: { LC_ALL: 'C' }, uid: NOBODY })).stderr, en);
  await box.stop();
  await says(box.folder, sr, en, NOBODY);
});

test('a folder fault is a row for programs, too', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const { stdout } = await kasirbox(['doctor', '--json', '--data', file]);
  const [first, second] = JSON.parse(stdout) as CheckResult[];
  assert.equal([first?.name, first?.state, second?.name], ['folder', 'failure', 'service']);
  assert.match(first?.action?.sr ?? '', /--data DIR/);
});

test('a folder without a box is not called sound, nor copied, and nothing is made there', async () => {
  const place = temporaryFolder();
  const empty = join(place, 'empty');
  mkdirSync(empty);
  for (const [words, sr, en] of [
    [['ledger', 'verify'], 'дневника', 'ledger'],
    [['ledger', 'audit'], 'дневника', 'ledger'],
    [['ledger', 'export', join(place, 'x')], 'дневника', 'ledger'],
    [['backup', join(place, 'x')], 'дневника', 'ledger'],
    [['certificate', 'renew-ca'], 'издаваоца сертификата', 'certificate authority'],
  ] as const) {
    for (const folder of [empty, join(place, 'not/there/yet')]) {
      for (const [language, text] of [
        ['sr_RS.UTF-8', `У ${folder} нема ${sr}. Ако је уређај већ радио, наведите његову фасциклу: --data DIR; `],
        ['C.UTF-8', `There is no ${en} in ${folder}. If the box has run before, give its folder: --data DIR; `],
      ] as const) {
        const ended = await kasirbox([...words, '--data', folder], { env: { LC_ALL: language } });
        assert.equal([ended.code, ended.stdout], [1, ''], words.join(' '));
        assert.ok(ended.stderr.startsWith(`kasirbox: ${text}`), ended.stderr);
        assert.ok(ended.stderr.endsWith(`: kasirbox serve --data '${folder}'\n`), ended.stderr);
        assert.equal(readdirSync(place, { recursive: true }), ['empty'], words.join(' '));
      }
    }
  }
});

test('a program that is not whole', async () => {
  const copy = join(temporaryFolder(), 'program');
  copyBundle(copy);
  const run = (words: readonly string[], language: string) =>
    spawnSync(process.execPath, [join(copy, 'kasirbox.cjs'), ...words, '--data', join(copy, 'data')], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: language },
    });
  rmSync(join(copy, 'fonts/Inter_400Regular.ttf'));
  assert.match(run(['doctor'], 'C').stdout, /^program +warning .*fonts\/Inter_400Regular\.ttf.*Reinstall the program/m);
  rmSync(join(copy, 'sql-wasm.wasm'));
  assert.match(run(['doctor'], 'C').stdout, /^program +failure .*sql-wasm\.wasm.*install it again/);
  assert.match(run(['doctor'], 'sr_RS.UTF-8').stdout, /^program +квар .*инсталирајте га поново/);
  assert.match(
    run(['serve', '--listen', '127.0.0.1:0'], 'sr_RS.UTF-8').stderr,
    /Недостају датотеке програма; инсталирајте/,
  );
});

const serviceAdviceTest = suite('serviceAdvice');

serviceAdviceTest('only the folder that the unit of systemd names is that of an installed box', () => {
  const root = newFolder();
  assert.is(startCommand('/var/lib/kasirbox', root), 'kasirbox serve --data /var/lib/kasirbox');
  const units = join(root, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  copyFileSync(join(import.meta.dirname, '../../../systemd/kasirbox.service'), join(units, 'kasirbox.service'));
  assert.is(startCommand('/var/lib/kasirbox/', root), 'systemctl start kasirbox');
  assert.match(restartAdvice('/var/lib/kasirbox', root).en, /systemctl restart kasirbox/);
  assert.is(startCommand('/home/ana/kasirbox/data', root), 'kasirbox serve --data /home/ana/kasirbox/data');
});

serviceAdviceTest('a folder is named unless it is the default: without it a new, empty box would start', () => {
  const root = newFolder();
  assert.is(startCommand(DEFAULT_FOLDER, root), 'kasirbox serve');
  assert.is(startCommand('/srv/box', root), 'kasirbox serve --data /srv/box');
  assert.is(startCommand("/srv/Ana's box", root), `kasirbox serve --data '/srv/Ana'\\''s box'`);
  const { sr, en } = restartAdvice('/srv/box', root);
  for (const text of [sr, en]) assert.match(text, /: kasirbox serve --data \/srv\/box$/);
});

serviceAdviceTest.run();

test.run();
