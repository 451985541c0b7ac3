// time limit: 400 s
// A service that is stopped (SIGSTOP) keeps no command waiting.
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { BoxProcess, cleanUp, type Ended, kasirbox as kasirboxProcess, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

/** Commands that ask no service of a folder, or that would change this machine; an owner's server has no folder. */
const ELSEWHERE = /^(board|fleet|rescue|ledger redact|restore)\b/;
/** Commands that do their work without the service. */
const ALONE = /^(backup code|support-bundle)\b/;
/** Commands that find their FILE wanting before they ask. */
const REFUSED =
  /^(certificate install|certificate trust FILE|print logo NAME FILE|items import|update FILE|queue settle)\b/;
const HANGS = /service on .* hangs: .*kasirbox doctor reports what it can find out without it/;
/** How many commands run at a time: each waits most of its time. */
const AT_ONCE = 20;
const ENGLISH = { LC_ALL: 'C.UTF-8' };

/** What stands for a value in a form. */
const VALUES: Readonly<Record<string, string>> = {
  E: 'sandbox',
  R: 'cashier',
  KEY: 'simplifiedCash',
  PART: 'catalogue',
  VALUE: 'true',
};

/** Every form of every command, as the help shows it, with something in the place of each value. */
async function forms(file: string): Promise<{ readonly usage: string; readonly words: readonly string[] }[]> {
  const { stdout } = await kasirbox(['help']);
  const usages = [...stdout.matchAll(/^ {2}kasirbox (.+)$/gm)].map(([, usage = '']) => usage);
  assert.ok(usages.length > 40, `${usages.length} forms`);
  const wordOf = (word: string): string =>
    word === 'FILE' ? file : (VALUES[word] ?? (/^[A-Z][A-Z_|]*$/.test(word) ? '1' : word));
  return usages
    .filter((usage) => !ELSEWHERE.test(usage))
    .map((usage) => withoutOptions(usage))
    .map((usage) => ({ usage, words: usage.split(' ').map(wordOf) }));
}

/** The usage without its optional parts, which may be nested. */
function withoutOptions(usage: string): string {
  const left = usage.replace(/ \[[^[\]]*\]/g, '');
  return left === usage ? usage : withoutOptions(left);
}

/** What is wrong with how a command has ended; undefined when nothing is. */
function faultOf(usage: string, { code, stdout, stderr }: Ended): string | undefined {
  if (code === 0) return ALONE.test(usage) ? undefined : 'has succeeded';
  if (usage.startsWith('status')) return /why +The service hangs/.test(stdout) ? undefined : stdout;
  if (usage.startsWith('doctor')) return /^service +failure +The service hangs/.test(stdout) ? undefined : stdout;
  if (/^(serve|ledger repair)/.test(usage)) return /another process runs on/.test(stderr) ? undefined : stderr;
  return HANGS.test(stderr) || (REFUSED.test(usage) && code !== null && stderr !== '')
    ? undefined
    : `${code} ${stderr}`;
}

test('every command ends while the service hangs, and says so unless it has done its work without it', async () => {
  const box = await BoxProcess.start();
  box.signal('SIGSTOP');
  const file = join(temporaryFolder(), 'new');
  const left = await forms(file);
  const wrong: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let form = left.shift(); form !== undefined; form = left.shift()) {
      // A service that were to start after all would not end in this process.
      const runForm = form.usage.startsWith('serve') ? kasirboxProcess : kasirbox;
      const options = { env: ENGLISH, input: '12345678\n', killAfter: 60_000 };
      const ended = await runForm([...form.words, '--data', box.folder], options);
      const fault = faultOf(form.usage, ended);
      if (fault !== undefined) wrong.push(`${form.usage}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  assert.equal(wrong, []);

  const [serbian, keys] = await Promise.all([
    kasirbox(['doctor', '--data', box.folder], { env: { LC_ALL: 'sr_RS.UTF-8' } }),
    kasirbox(['keys', 'list', '--data', box.folder], { env: { LC_ALL: 'sr_RS.UTF-8' } }),
  ]);
  assert.match(serbian.stdout, /^service +квар +Сервис се заглавио/);
  assert.match(serbian.stdout, /^disk +(у реду|упозорење) /m);
  assert.match(keys.stderr, /не одговара: заглавио се/);
  box.signal('SIGCONT');
  assert.is((await kasirbox(['settings', 'show', '--data', box.folder])).code, 0);
  await box.stop('SIGKILL');
});

test.run();
