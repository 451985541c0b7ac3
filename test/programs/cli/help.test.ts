// time limit: 300 s
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, kasirbox as kasirboxProcess, temporaryFolder } from '../../kit/process.js';

const COMMANDS = [
  'status',
  'serve',
  'keys create',
  'keys list',
  'keys revoke',
  'keys accept',
  'users code',
  'users create',
  'users list',
  'users password',
  'users remove',
  'settings show',
  'settings set',
  'esir accept',
  'certificate install',
  'certificate show',
  'certificate remove',
  'certificate trust',
  'certificate renew-ca',
  'pfr status',
  'pfr pin',
  'pfr test',
  'pfr settle',
  'print printers',
  'print test',
  'print ticket',
  'print drawer',
  'print jobs',
  'print again',
  'print cancel',
  'print logo',
  'queue list',
  'queue show',
  'queue remove',
  'mail test',
  'notify test',
  'webhooks test',
  'items import',
  'items export',
  ...['days', 'payments', 'labels', 'cashiers', 'taxes', 'items'].map((table) => `report ${table}`),
  'doctor',
  'ledger verify',
  'ledger audit',
  'ledger export',
  'ledger repair',
  'support-bundle',
  'update FILE',
  'update status',
  'update acknowledge',
  'board apply',
  'board show',
  ...['ingest', 'report', 'take-fork', 'close-alarm', 'stream', 'replay', 'init', 'add', 'group', 'revoke', 'list'].map(
    (verb) => `fleet ${verb}`,
  ),
  'fleet catalogue',
  'fleet settings',
  'group show',
  'group take',
  'group refuse',
  'rescue',
];
test.after(cleanUp);

test('help names every command with its options, and --help behind a command gives what is of it', async () => {
  const { code, stdout, stderr } = await kasirbox(['help']);
  assert.is(code, 0);
  assert.is(stderr, '');
  for (const command of COMMANDS) assert.match(stdout, new RegExp(`^  kasirbox ${command}\\b.*$`, 'm'));
  // An owner's server has no data folder.
  for (const line of stdout.matchAll(/^ {2}kasirbox (?!fleet |.*< FILE)(.*)$/gm))
    assert.match(line[1] ?? '', /\[--data DIR\]/);
  for (const args of [['--help'], ['-h']]) assert.equal(await kasirbox(args), { code: 0, stdout, stderr: '' });
  for (const args of [
    ['keys', '--help'],
    ['pfr', '--help'],
    ['serve', '--data', 'x', '--help'],
  ]) {
    const own = await kasirbox(args);
    assert.equal([own.code, own.stderr], [0, '']);
    assert.ok(own.stdout.startsWith(`  kasirbox ${args[0]} `) && stdout.includes(own.stdout.trimEnd()), own.stdout);
    assert.not.match(own.stdout, /kasirbox ledger/);
  }
  const bare = await kasirbox([]);
  assert.equal([bare.code, bare.stderr], [2, '']);
  assert.ok(bare.stdout.split('\n').length < 34, 'a screen');
  for (const command of COMMANDS) assert.match(bare.stdout, new RegExp(`^  ${command.split(' ')[0]} `, 'm'));
});

test('help of one command, or of one task of it, in the forms that people type', async () => {
  const { stdout } = await kasirbox(['help', 'fleet', 'report']);
  assert.match(stdout, /^ {2}kasirbox fleet report .*\n {6}/);
  assert.equal((await kasirbox(['fleet', 'report', '--help'])).stdout, stdout);
  assert.match((await kasirbox(['print', 'help'])).stdout, /^ {2}kasirbox print printers /);
  const unknown = await kasirbox(['help', 'sell'], { env: { LC_ALL: 'sr_RS.UTF-8' } });
  assert.equal(unknown, {
    code: 2,
    stdout: '',
    stderr: 'kasirbox: команда „sell” не постоји; погледајте: kasirbox help\n',
  });
});

test('options may stand before the name of the command', async () => {
  const folder = join(temporaryFolder(), 'data');
  for (const ahead of [['--data', folder], [`--data=${folder}`]]) {
    const { code, stdout, stderr } = await kasirbox([...ahead, '--json', 'keys', 'list']);
    assert.equal([code, stdout.trim()], [0, '[]'], stderr);
  }
  assert.is((await kasirbox(['--data', folder, '--help'])).code, 0);
});

test('the version is that of the package', async () => {
  const file = resolve(import.meta.dirname, '../../../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  for (const name of ['version', '--version']) {
    assert.equal(await kasirboxProcess([name]), { code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

/** A test in a working folder of its own, where a command that is not told another makes its data. */
function inEmptyFolder(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    const before = process.cwd();
    process.chdir(temporaryFolder());
    try {
      await work();
    } finally {
      process.chdir(before);
    }
  });
}

inEmptyFolder(
  'a command line that is not understood is answered with its usage, exit code 2, and touches no folder',
  async () => {
    for (const args of [
      ['sell'],
      ['__proto__'],
      ['keys'],
      ['keys', 'create', '--label'],
      ['keys', 'revoke'],
      ['keys', 'list', 'all'],
      ['settings', 'set', 'environment'],
      ['settings', 'show', 'a', 'b'],
      ['settings', 'show', '--colour', 'red'],
      ['settings', 'show', '--', '--colour', 'red'],
      ['keys', 'list', '--data', '--label', 'x'],
      ['keys', 'list', '-x'],
      ['users'],
      ['users', 'code', '--role', 'owner'],
      ['users', 'create', 'Ana'],
      ['users', 'create', 'Ana', '--role', 'queen'],
      ['users', 'create', 'Ana', 'secret', '--role', 'owner'],
      ['users', 'list', '--password-file', 'a'],
      ['users', 'password'],
      ['users', 'password', 'Ana', '--role', 'owner'],
      ['users', 'remove', 'Ana', '--json'],
      ['certificate'],
      ['certificate', 'install', '--environment', 'sandbox'],
      ['certificate', 'install', 'a.p12'],
      ['certificate', 'install', 'a.p12', '--environment', 'test'],
      ['certificate', 'install', 'a.p12', '--environment', 'sandbox', '--none'],
      ['certificate', 'show', 'sandbox'],
      ['certificate', 'show', '--environment', 'sandbox', '--password-file', 'a'],
      ['certificate', 'remove'],
      ['certificate', 'trust', '--environment', 'sandbox'],
      ['certificate', 'trust', 'a.pem', '--none', '--environment', 'sandbox'],
      ['queue'],
      ['queue', 'list', '1'],
      ['queue', 'show'],
      ['queue', 'remove', '1', '2'],
      ['items'],
      ['items', 'import'],
      ['items', 'export', 'a', 'b'],
      ['items', 'export', 'a', '--dry-run'],
      ['items', 'import', 'a', '--dry-run=yes'],
      ['items', 'import', 'a', '--encoding', 'ebcdic'],
      ['doctor', 'now'],
      ['ledger'],
      ['ledger', 'repair', 'all'],
      ['ledger', 'repair', '--set-aside'],
      ['ledger', 'repair', '--by', 'Ана'],
      ['ledger', 'verify', '--by', 'Ана'],
      ['ledger', 'audit', 'all'],
      ['support-bundle', 'a', 'b'],
      ['update'],
      ['update', 'a', 'b'],
      ['update', 'status', '--again'],
      ['update', 'acknowledge', '--json'],
      ['board'],
      ['board', 'apply', 'now'],
      ['board', 'apply', '--secrets'],
      ['board', 'show', '--keep', 'a'],
      ['rescue', 'now'],
      ['rescue', '--listen', '80'],
      ['serve', 'now'],
      ['serve', '--port', '1'],
      ...[
        '8443',
        'localhost',
        'localhost:',
        ':8443',
        'a b:1',
        'localhost:65536',
        '::1:8443',
        'https://localhost:1',
      ].map((listen) => ['serve', '--listen', listen]),
    ]) {
      const { code, stdout, stderr } = await kasirbox(args);
      assert.is(code, 2, `${args.join(' ')}: ${stdout}${stderr}`);
      assert.is(stdout, '');
      assert.match(stderr, /^kasirbox: \S/);
      assert.not.match(stderr, /^ +at /m, 'no stack trace');
    }
    assert.equal(readdirSync('.'), []);
    assert.match((await kasirbox(['doctor', '--data', join(temporaryFolder(), 'new')])).stdout, /^ledger/m);
  },
);

test('a file in the place of the data folder is reported by every command, in one row', async () => {
  const data = resolve(import.meta.dirname, 'help.test.ts');
  for (const args of [
    ['serve', '--listen', '127.0.0.1:0'],
    ['keys', 'list'],
    ['settings', 'show'],
    ['items', 'export', '-'],
    ['doctor'],
    ['ledger', 'verify'],
  ]) {
    const { code, stdout, stderr } = await kasirbox([...args, '--data', data], { env: { LC_ALL: 'C' } });
    assert.is(code, 1, args.join(' '));
    if (args[0] === 'doctor') {
      assert.match(stdout, /^folder +failure +.*help\.test\.ts: that is a file/);
      continue;
    }
    assert.match(stderr, /^kasirbox: .*help\.test\.ts/);
    assert.is(stderr.split('\n').length, 2, `one line: ${stderr}`);
  }
});

test('a wrong value is named, with what would be right, and not answered by the whole usage', async () => {
  for (const [words, message] of [
    ['card pin --tries x', '--tries is the number of remaining tries, or unknown'],
    ['group take prices', 'PART is one of catalogue, settings'],
    ['queue issue x', '"x" is not the number on a slip; see: kasirbox queue unsettled'],
    ['queue settle 4 --by Mira', 'Give --receipt with the PFR number of the receipt, or --reason when there is none.'],
    ['report days --day 2026-11-29 --to 2026-11-30', 'Give --day, or --from and --to, not both.'],
    ['report days --json --csv', 'Give --json or --csv, not both.'],
    ['serve --listen x', '--listen is an address and a port, like 127.0.0.1:8443'],
  ] as const) {
    const { code, stderr } = await kasirbox(words.split(' '), { env: { LC_ALL: 'C' } });
    assert.equal([code, stderr], [2, `kasirbox: ${message}\n`]);
  }
});

test.run();
