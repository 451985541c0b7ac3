// turns: 4
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../kit/port.js';
import { bundle, cleanUp, type Receipt, temporaryFolder } from '../kit/process.js';

/** scripts/start with the real box: what a newcomer does. What the script does in odd cases is in start.test.ts. */

const ROOT = resolve(import.meta.dirname, '../..');
const data = join(temporaryFolder(), 'data');
const running = new Set<ChildProcess>();
test.after(() => {
  for (const child of running) child.kill('SIGTERM');
  cleanUp();
});

/** Starts the box with the script; `meanwhile` gets the banner, then SIGTERM ends it. Resolves with its exit code. */
async function start(port: number, meanwhile: (banner: string) => void): Promise<number | null> {
  bundle(); // built, so that the script finds nothing to build in the middle of other tests
  const env = { ...process.env, KASIRBOX_DATA: data, KASIRBOX_LISTEN: `127.0.0.1:${port}` };
  const child = spawn(join(ROOT, 'scripts/start'), { cwd: temporaryFolder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let banner = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  await new Promise<void>((ready, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      if (banner.includes('Ctrl-C stops it.')) ready();
    });
    child.on('close', () => fail(new Error(`no banner: ${banner}${errors}`)));
  });
  meanwhile(banner);
  child.kill('SIGTERM');
  const code = await ended;
  running.delete(child);
  return code;
}

if (spawnSync('curl', ['--version']).error !== undefined) {
  console.log('skipped: curl');
  test.skip('the curl line of the first start issues a receipt when pasted (curl is not installed)');
} else {
  test('the curl line of the first start issues a receipt when pasted; a second start shows no key', async () => {
    const port = await freePort();
    const first = await start(port, (banner) => {
      assert.ok(banner.includes(`  Address         https://localhost:${port}/api/v1\n`), banner);
      assert.ok(banner.includes(`  CA certificate  ${data}/tls/ca.pem\n`), banner);
      assert.ok(existsSync(join(data, 'tls/ca.pem')));
      assert.match(banner, /^ {2}API key {9}kasir_[0-9a-f]{48} {2}\(shown this once\)$/m);
      const line = /^ *(curl .*)$/m.exec(banner)?.[1] ?? '';
      const pasted = spawnSync('bash', ['-c', `${line} --silent --write-out '\\n%{http_code}'`], { encoding: 'utf8' });
      const [json = '', status] = pasted.stdout.split('\n');
      assert.is(status, '201', pasted.stdout + pasted.stderr);
      assert.is((JSON.parse(json) as Receipt).total, 300);
    });
    assert.is(first, 0);

    const second = await start(port, (banner) => {
      assert.not.match(banner, /kasir_[0-9a-f]{48}/);
      assert.match(banner, /It has API keys already/);
    });
    assert.is(second, 0);
  });
}

test.run();
