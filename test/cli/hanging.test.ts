// time limit: 400 s
// A service that is stopped (SIGSTOP) keeps no command waiting.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp, kasirbox } from '../kit/process.js';

test.after(cleanUp);

/** Commands that ask no service of a folder, or that would change this machine. */
const ELSEWHERE = /^(board|rescue|ledger redact|restore)\b/;

/** Every form of every command, as the help shows it, with something in the place of each value. */
async function forms(): Promise<string[][]> {
  const { stdout } = await kasirbox(['help']);
  const usages = [...stdout.matchAll(/^ {2}kasirbox (.+)$/gm)].map(([, usage = '']) => usage);
  assert.ok(usages.length > 40, `${usages.length} forms`);
  return usages
    .filter((usage) => !ELSEWHERE.test(usage))
    .map((usage) => usage.replace(/ \[[^\]]*\]/g, '').split(' '))
    .map((words) => words.map((word) => (/^[A-Z|]+$/.test(word) ? '1' : word)));
}

test('every command ends while the service hangs, and none succeeds that needs it', async () => {
  const box = await BoxProcess.start();
  box.signal('SIGSTOP');
  const all = await forms();
  // All at once: each waits most of its time.
  const late: string[] = [];
  const run = async (words: string[]): Promise<void> => {
    const { code, stderr } = await box.command(words, { env: { LC_ALL: 'C.UTF-8' } });
    if (code === null || (code !== 0 && stderr === '' && words[0] !== 'doctor'))
      late.push(`${words.join(' ')}: ${code}`);
  };
  while (all.length > 0) await Promise.all(all.splice(0, 8).map(run));
  assert.equal(late, []);

  for (const words of [
    'settings show',
    'keys list',
    'queue list',
    'print jobs',
    'pfr status',
    'print printers',
    'ledger verify',
  ]) {
    const { code, stderr } = await box.command(words.split(' '), { env: { LC_ALL: 'C.UTF-8' } });
    assert.is(code, 1, words);
    assert.match(stderr, /running service on .* hangs: .*kasirbox doctor says what can be told/, words);
  }
  const english = await box.command(['doctor'], { env: { LC_ALL: 'C.UTF-8', KASIRBOX_DATA: box.folder } });
  assert.is(english.code, 1);
  assert.match(english.stdout, /^service +failure +The service hangs.*Run: systemctl restart kasirbox\n/);
  assert.match(english.stdout, /^disk +(ok|warning) /m);
  const serbian = await box.command(['doctor'], { env: { LC_ALL: 'sr_RS.UTF-8' } });
  assert.match(serbian.stdout, /^service +failure +Програм се заглавио/);
  box.signal('SIGCONT');
  assert.is((await box.command(['settings', 'show'])).code, 0);
  await box.stop('SIGKILL');
});

test.run();
