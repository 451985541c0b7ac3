import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WHOLE, WIFI } from '../board/files.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

const SERBIAN = { LC_ALL: 'sr_RS.UTF-8' };

/** A card in a folder, with this file on it, and the options that name it. */
function card(file: string | undefined) {
  const root = temporaryFolder();
  const folder = (name: string): string => {
    fs.mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  folder('proc/sys/kernel');
  folder('etc/rauc');
  fs.writeFileSync(join(root, 'etc/rauc/system.conf'), '');
  folder('proc/device-tree');
  fs.writeFileSync(join(root, 'proc/device-tree/serial-number'), '10000000abcd1a2b\0');
  const firmware = folder('boot');
  if (file !== undefined) fs.writeFileSync(join(firmware, 'kasirbox.toml'), file);
  const show = ['board', 'show', '--run', folder('run')];
  const folders = ['--firmware', firmware, '--keep', folder('keep'), '--run', folder('run'), '--root', root];
  return { root, firmware, show, apply: ['board', 'apply', ...folders, '--data', folder('data')] };
}

test('board apply takes the file over, and board show tells the network', async () => {
  const { apply, show, firmware } = card(WHOLE);
  assert.equal(await kasirbox(apply), { code: 0, stdout: 'kasa-1 is set up.\n', stderr: '' });
  assert.not.match(fs.readFileSync(join(firmware, 'kasirbox.toml'), 'utf8'), /tajna/);
  const { code, stdout } = await kasirbox([...show, '--secrets']);
  assert.is(code, 0);
  assert.is(
    stdout,
    'board\n  name          kasa-1\n  Wi-Fi         Пекара\n  address       192.168.1.50/24\n  SSH keys      1\n',
  );
});

test('without a file there is an access point, whose password is shown only when it is asked for', async () => {
  const { apply, show } = card(undefined);
  assert.is((await kasirbox(apply)).code, 0);
  const { stdout } = await kasirbox(show);
  assert.match(stdout, /^ {2}access point {2}Kasirbox-1A2B$/m);
  assert.not.match(stdout, /password/);
  assert.match((await kasirbox([...show, '--secrets'])).stdout, /^ {2}password +[0-9A-Z]{12}$/m);
});

test('mistakes in the file are told line by line, and do not fail the start', async () => {
  const { apply, show } = card(WIFI.replace('password', 'pasword'));
  const { code, stderr } = await kasirbox(apply);
  assert.is(code, 0);
  assert.match(stderr, /^kasirbox: kasirbox\.toml, line 3: .*→ password$/m);
  const serbian = (await kasirbox(apply, { env: SERBIAN })).stderr;
  assert.match(serbian, /^kasirbox: kasirbox\.toml, 3\. ред: У одељку \[wifi\] нема податка „pasword”/m);
  assert.match((await kasirbox(show)).stdout, /^ {2}errors +1 in kasirbox\.toml/m);
});

test('a board that cannot keep what it takes over says so', async () => {
  const { apply } = card(WHOLE);
  const at = apply.indexOf('--keep') + 1;
  fs.rmdirSync(apply[at] ?? '');
  fs.writeFileSync(apply[at] ?? '', '');
  const { code, stderr } = await kasirbox(apply);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: Cannot read the settings that were applied before: .*ENOTDIR/m);
  assert.match(stderr, /^kasirbox: kasa-1 is set up only in part\. Check the card and restart the box/m);
  const serbian = await kasirbox(apply, { env: SERBIAN });
  assert.is(serbian.stdout, '');
  assert.match(serbian.stderr, /^kasirbox: Раније преузета подешавања не могу да се прочитају: .*ENOTDIR/m);
  assert.match(serbian.stderr, /^kasirbox: kasa-1 је подешен само делимично\. Проверите картицу/m);
});

test('on a machine that does not run the image, board apply changes nothing and says what to use', async () => {
  const { apply, root, firmware } = card(WHOLE);
  fs.rmSync(join(root, 'etc/rauc/system.conf'));
  const namesIn = () => fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const before = namesIn();
  const { code, stdout, stderr } = await kasirbox(apply);
  assert.is(code, 1);
  assert.is(stdout, '');
  assert.match(stderr, /^kasirbox: This machine does not run the image of the box, so nothing was changed\./);
  assert.match((await kasirbox(apply, { env: SERBIAN })).stderr, /^kasirbox: Ова машина не ради са слике система/);
  assert.equal(namesIn(), before);
  assert.is(fs.readFileSync(join(firmware, 'kasirbox.toml'), 'utf8'), WHOLE);
});

test('the image has the file by which board apply knows it', () => {
  assert.ok(fs.existsSync(join(import.meta.dirname, '../../../board/overlay/etc/rauc/system.conf')));
});

test('where the image does not run there is nothing to show', async () => {
  const { code, stderr } = await kasirbox(['board', 'show', '--run', temporaryFolder()]);
  assert.is(code, 1);
  assert.match(stderr, /only the image/);
});

test.run();
