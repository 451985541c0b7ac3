// turns: 3
// The faults that technicians met in the field: what `doctor` says first, in both languages, with the right command.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wrongOwner } from '../../../src/programs/cli/wrongOwner.js';
import { kasirbox } from '../../kit/command.js';
import { BoxProcess, cleanUp, kasirbox as kasirboxProcess, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const LANGUAGES = { sr: 'sr_RS.UTF-8', en: 'C.UTF-8' } as const;

/** The line of a check, or the first line. */
async function line(folder: string, language: keyof typeof LANGUAGES, check = '', uid?: number): Promise<string> {
  const [args, env] = [['doctor', '--data', folder], { LC_ALL: LANGUAGES[language] }];
  const { stdout } = uid === undefined ? await kasirbox(args, { env }) : await kasirboxProcess(args, { env, uid });
  return stdout.split('\n').find((row) => row.startsWith(check)) ?? '';
}

test('a port that another program has: doctor knows why the start failed, until a start succeeds', async () => {
  const folder = join(temporaryFolder(), 'data');
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const { code } = await kasirbox(['serve', '--data', folder, '--listen', `127.0.0.1:${port}`]);
  assert.is(code, 1);
  const command = /\(ss -ltnp\).*kasirbox serve --data '.+'$/;
  assert.match(
    await line(folder, 'en'),
    /^service +failure +The service did not start \(.*another program uses this port/,
  );
  assert.match(await line(folder, 'sr'), /^service +квар +Сервис се није покренуо \(.*порт/);
  for (const language of ['sr', 'en'] as const) assert.match(await line(folder, language), command);
  await new Promise((closed) => other.close(closed));
  const box = await BoxProcess.start({ folder });
  assert.not.ok(existsSync(join(folder, 'start-failed.json')), 'a start that succeeds is the end of it');
  await box.stop();
});

test('a start that throws: doctor knows why, until a start succeeds', async () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(join(folder, 'control.sock'), { recursive: true });
  const { code, stdout } = await kasirbox(['serve', '--data', folder, '--listen', '127.0.0.1:0']);
  assert.is(code, 1);
  assert.match(stdout, /"event":"box\.failed".*control\.sock/);
  rmdirSync(join(folder, 'control.sock'));
  const en =
    /^service +failure +The service did not start \(.*\)\. The start was aborted: .*control\.sock.*kasirbox serve --data '.+'$/;
  assert.match(await line(folder, 'en', 'service'), en);
  assert.match(
    await line(folder, 'sr', 'service'),
    /^service +квар +.*Покретање је прекинуто: .*kasirbox serve --data '.+'$/,
  );
  const box = await BoxProcess.start({ folder });
  assert.not.ok(existsSync(join(folder, 'start-failed.json')));
  await box.stop();
});

test('company, keys and demo in production: the same command in both languages', async () => {
  const folder = join(temporaryFolder(), 'data');
  for (const [check, command] of [
    ['company', 'kasirbox settings set company'],
    ['keys', 'kasirbox keys create --label NAME'],
  ] as const) {
    for (const language of ['sr', 'en'] as const) {
      assert.ok((await line(folder, language, check)).includes(command), `${check} ${language}`);
    }
  }
  assert.is((await kasirbox(['settings', 'set', 'environment', 'production', '--data', folder])).code, 0);
  for (const language of ['sr', 'en'] as const) {
    assert.match(await line(folder, language), /^fiscal .*kasirbox settings set pfr\.production/);
  }
});

test('a damaged ledger: the same command in both languages', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  for (let sale = 0; sale < 3; sale += 1) await box.issue(key);
  await box.stop();
  const log = join(box.folder, 'log');
  const [segment = ''] = readdirSync(log).sort();
  const bytes = readFileSync(join(log, segment));
  // The middle of what is written: the zeros behind it are no records.
  const end = bytes.findLastIndex((byte) => byte !== 0);
  const middle = Math.floor(end / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
  writeFileSync(join(log, segment), bytes);
  for (const language of ['sr', 'en'] as const) {
    const state = language === 'sr' ? 'квар' : 'failure';
    assert.match(await line(box.folder, language), new RegExp(`^ledger +${state} .*kasirbox ledger repair`));
    const status = await kasirbox(['status', '--data', box.folder], { env: { LC_ALL: LANGUAGES[language] } });
    assert.is(status.code, 1);
    assert.match(status.stdout, language === 'sr' ? /продаје +НЕ\n/ : /sells +NO\n/);
  }
});

test('status is one screen: it sells, or says why not and what to do', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  const receipt = await box.issue(key);
  const { code, stdout } = await box.command(['status'], { env: { LC_ALL: 'C' } });
  assert.is(code, 0);
  assert.match(stdout, /^kasirbox \S+\n +sells +YES\n +last receipt +(\S+) /);
  assert.ok(stdout.includes(receipt.pfr.invoiceNumber), stdout);
  assert.match(stdout, /^ +processor +\S[^]*^ +printer +not set$[^]*^ +backup +not set$/m);
  assert.ok(stdout.split('\n').length < 24, 'one screen');
  const json = JSON.parse((await box.command(['status', '--json'])).stdout) as { readonly sells: boolean };
  assert.is(json.sells, true);
  await box.stop();
  const stopped = await kasirbox(['status', '--data', box.folder], { env: { LC_ALL: LANGUAGES.sr } });
  assert.is(stopped.code, 1);
  assert.match(stopped.stdout, /продаје +НЕ\n +зашто +Сервис није покренут.*kasirbox serve --data '.+'/);
});

/** Needs root: to give files to another user. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
function byRoot(name: string, work: () => Promise<void>): void {
  if (isRoot) test(name, work);
  else test.skip(name, work);
}
if (!isRoot) console.log('skipped: needs root');

byRoot('a folder of the box that belongs to somebody else: its name, its owner and the chown', async () => {
  const place = temporaryFolder();
  const folder = join(place, 'data');
  chmodSync(place, 0o755);
  mkdirSync(join(folder, 'log'), { recursive: true });
  chownSync(folder, NOBODY, NOBODY);
  chmodSync(join(folder, 'log'), 0o700);
  const log = join(folder, 'log');
  assert.ok((await line(folder, 'en', '', NOBODY)).includes(`${log} belongs to root; the box runs as nobody`));
  for (const language of ['sr', 'en'] as const) {
    assert.ok((await line(folder, language, '', NOBODY)).endsWith(`root: chown -R nobody: ${log}`), language);
  }
});

test('a folder that is its own, and may not be used: its rights', () => {
  if (isRoot) return;
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  assert.is(wrongOwner(folder)?.repair, `chmod -R u+rwX ${folder}`);
  chmodSync(folder, 0o700);
});

test('a backup is restored with the code before it, as one stream that the shell opens', async () => {
  const place = temporaryFolder();
  const box = await ServiceHere.start({ folder: join(place, 'data') });
  const file = join(place, 'box.age');
  assert.is((await box.command(['backup', file])).code, 0);
  const code = (await box.command(['backup', 'code'])).stdout;
  await box.stop();
  const input = Buffer.concat([Buffer.from(code), readFileSync(file)]);
  const spare = join(place, 'spare');
  const restored = await kasirbox(['restore', '-', '--code-first', '--data', spare], { input });
  assert.is(restored.code, 0, restored.stderr);
  assert.is((await kasirbox(['ledger', 'verify', '--data', spare])).code, 0);
  const wrong = await kasirbox(['restore', '-', '--code-first', '--data', join(place, 'x')], {
    input: readFileSync(file),
  });
  assert.is(wrong.code, 1);
});

test.run();
