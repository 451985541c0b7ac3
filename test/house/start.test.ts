import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

const project = new Project();
test.after(() => project.remove());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs scripts/start with a data folder named relative to the caller's folder, sends `signal` to its process group
 * (as a terminal does) once the banner stands, and gives what it said until its end.
 */
function start(data: string, environment: NodeJS.ProcessEnv = {}, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  return new Promise((done) => {
    const env = { ...process.env, KASIRBOX_DATA: data, KASIRBOX_LISTEN: '0.0.0.0:9443', ...environment };
    const child = spawn(join(project.root, 'scripts/start'), { cwd: project.root, env, detached: true });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (/Ctrl-C (?:stops it|га зауставља)\./.test(text) && child.pid !== undefined) process.kill(-child.pid, signal);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

function log(data: string): string {
  return readFileSync(join(project.root, `${data}.log`), 'utf8');
}

test('the first start builds, makes a key, and prints a curl line that can be pasted', async () => {
  const { code, stdout, stderr } = await start('one/data');
  assert.match(stderr, /Building the box/);
  assert.is(code, 0, stderr);
  assert.match(stdout, /Pages {11}https:\/\/localhost:9443\/\n/);
  assert.match(stdout, /Claim code {6}7K3Q-M2XW {2}\(/);
  assert.not.match(stdout, /First visit/);
  assert.not.ok(existsSync(join(project.root, 'one/data/settings')), 'no page over plain HTTP unless it is asked for');
  assert.match(stdout, /Address {9}https:\/\/localhost:9443\/api\/v1\n/);
  assert.match(stdout, /API key {9}kb_secret {2}\(shown this once\)\n/);

  const ca = join(project.root, 'one/data/tls/ca.pem');
  assert.ok(stdout.includes(`CA certificate  ${ca}\n`));
  assert.ok(existsSync(ca));

  const line = /^ +(curl .*)$/m.exec(stdout)?.[1] ?? '';
  const words = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  assert.equal(words.trimEnd().split('\n'), [
    '--cacert',
    ca,
    '-H',
    'Authorization: Bearer kb_secret',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"items":[{"name":"Кафа","quantity":2,"unitPrice":150,"label":"Ђ"}]}',
    'https://localhost:9443/api/v1/invoices',
  ]);
});

test('in a Serbian terminal all output is Serbian', async () => {
  const { code, stdout, stderr } = await start('serbian/data', { LC_ALL: 'sr_RS.UTF-8' });
  assert.is(code, 0, stderr);
  assert.match(stdout, /^\nУређај ради\.\n\n {2}Странице {8}https:\/\/localhost:9443\/\n/);
  assert.match(stdout, /API кључ {8}kb_secret {2}\(приказује се само сада\)\n/);
  assert.match(stderr, /Покрећем уређај \.\.\./);
  const told = (stdout + stderr)
    .replaceAll(project.root, '')
    .replace(/^ +(?:curl|node) .*$/gm, '')
    .replace(/https?:\S+|\/\S+|kb_secret|7K3Q-M2XW|API|CA|Ctrl-C/g, '');
  assert.is(/^.*[A-Za-z].*$/m.exec(told.replace(/^.*setlocale.*\n/gm, ''))?.[0], undefined);
});

test('a later start creates no key and names the command for another', async () => {
  const { code, stdout, stderr } = await start('one/data');
  assert.is(code, 0);
  assert.not.match(stderr, /Building|Installing/);
  assert.not.match(stdout, /API key {9}/);
  const line = /^ +(node .*)$/m.exec(stdout)?.[1] ?? '';
  const made = execFileSync('bash', ['-c', line], { cwd: '/', encoding: 'utf8' });
  assert.match(made, /kb_secret\n$/);
  assert.is(readFileSync(join(project.root, 'one/data/keys'), 'utf8'), 'first\nNAME\n');
});

test('a box that has an owner shows no claim code, and the page over plain HTTP is there where it is asked for', async () => {
  project.write('owned/data/owned', '');
  const { code, stdout } = await start('owned/data', { KASIRBOX_HELPER_PORT: '8080' });
  assert.is(code, 0);
  assert.not.match(stdout, /Claim code/);
  assert.match(stdout, /First visit {5}http:\/\/localhost:8080\/\n/);
  assert.is(readFileSync(join(project.root, 'owned/data/settings'), 'utf8'), 'helperPort 8080\n');
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the box once, as SIGTERM, and its exit code is the script's`, async () => {
    const data = `signals/${signal}`;
    assert.is((await start(data, { STAND_IN: 'end badly' }, signal)).code, 3);
    assert.is(log(data), 'starting\ngot SIGTERM\n');
  });
}

test('a box that dies before it answers ends the script with its code and the end of its log', async () => {
  const { code, stdout, stderr } = await start('dead', { STAND_IN: 'die' });
  assert.is(code, 7);
  assert.is(stdout, '');
  assert.match(stderr, /exit code 7\. The end of its log, \/.*dead\.log:\nstarting\ncannot listen\n$/);
});

test('what the environment would have the shell or Node load beside the box is not loaded', async () => {
  project.write('trap/profile', `: >'${join(project.root, 'sprung').replaceAll("'", "'\\''")}'\n`);
  project.write('trap/required.cjs', "require('node:fs').writeFileSync(__dirname + '/../sprung', '');\n");
  const trap = join(project.root, 'trap');
  const required = `--require ${JSON.stringify(join(trap, 'required.cjs'))}`;
  const hostile = { CDPATH: trap, BASH_ENV: join(trap, 'profile'), NODE_OPTIONS: required, LD_PRELOAD: '/none.so' };
  assert.is((await start('hostile', hostile)).code, 0);
  assert.not.ok(existsSync(join(project.root, 'sprung')));
});

test('a control socket that a killed box left behind is not taken for an answer', async () => {
  mkdirSync(join(project.root, 'stale'));
  const listenAndDie =
    "require('net').createServer().listen('control.sock', () => process.kill(process.pid, 'SIGKILL'))";
  spawnSync(process.execPath, ['-e', listenAndDie], { cwd: join(project.root, 'stale') });
  assert.ok(existsSync(join(project.root, 'stale/control.sock')));

  assert.is((await start('stale', { STAND_IN: 'dawdle' })).code, 0);
  assert.not.ok(existsSync(join(project.root, 'stale/without-service')), 'no command ran before the box answered');
});

test('the log is for the owner alone', async () => {
  await start('private');
  const mode = execFileSync('stat', ['--format=%a', join(project.root, 'private.log')], { encoding: 'utf8' });
  assert.is(mode.trim(), '600');
});

test.run();
