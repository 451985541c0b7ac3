// Each command as a process of its own, from the build: that its words reach it, that it finds what it imports, and that it ends. All
// else of it is tested in the process of the tests (test/kit/command.ts).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../../../src/programs/cli/run.js';
import { shareOf } from '../../kit/cases.js';
import { bundle, cleanUp, type Ended, kasirbox, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const place = temporaryFolder();
const inPlace = (name: string): string => join(place, name);

/** A command with these words behind its name, on the folder of a service unless they name another. */
type Run = (words: readonly string[], input?: string) => Promise<Ended>;

function assertEnd({ code, stdout, stderr }: Ended, expected: number, said: RegExp, warned?: RegExp): void {
  assert.is(code, expected, stdout + stderr);
  assert.match(stdout, said);
  if (warned === undefined) assert.is(stderr, '');
  else assert.match(stderr, warned);
}

const NOTHING = /^$/;
/** When a command is killed that does not end, ms. */
const LATE = 100_000;

/** Of each command one cheap use, which reaches the code that it imports. A new command needs one, too. */
const USES: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  async status(run) {
    const { stdout, stderr } = await run([]);
    assert.match(stdout, /^ {2}sells +YES$/m);
    assert.is(stderr, '');
  },
  async doctor(run) {
    const { stdout, stderr } = await run([]);
    assert.match(stdout, /^service +ok /m);
    assert.is(stderr, '');
    writeFileSync(inPlace('file'), '');
    assertEnd(await run(['--data', inPlace('file')]), 1, /^folder +failure .*that is a file/);
  },
  async serve(run) {
    assertEnd(await run(['--listen', '127.0.0.1:0']), 1, NOTHING, /^kasirbox: another process runs on /);
  },
  async keys(run) {
    const alone = ['--data', inPlace('alone')];
    const made = await run(['create', '--label', 'каса', ...alone]);
    assertEnd(made, 0, /^kasir_[0-9a-f]{48}\n$/, /^Key 1 \(каса\)/);
    assertEnd(await run(['list', ...alone]), 0, /^1 {2}каса\n/);
  },
  async users(run) {
    assertEnd(await run(['list']), 0, NOTHING, /^no users; /);
  },
  async settings(run) {
    assertEnd(await run(['set', 'printers', '[]']), 0, /^printers is set\.\n$/);
  },
  async esir(run) {
    assertEnd(await run(['accept', '0/1']), 1, NOTHING, /^kasirbox: No approval is entered\. /);
  },
  async certificate(run) {
    writeFileSync(inPlace('a.p12'), 'no certificate');
    const install = ['install', inPlace('a.p12'), '--environment', 'sandbox'];
    assertEnd(await run(install, 'LOZINKA1\n'), 1, NOTHING, /not a complete PKCS #12 file/);
  },
  async pfr(run) {
    assertEnd(await run(['status']), 0, /^sandbox: demo\n/);
  },
  async card(run) {
    const { code, stderr } = await run(['readers']);
    assert.equal([code, stderr], [0, '']);
  },
  async print(run) {
    writeFileSync(inPlace('logo.png'), 'no picture');
    assertEnd(await run(['logo', 'kasa', inPlace('logo.png')]), 1, NOTHING, /neither a PNG nor a JPEG/);
  },
  async queue(run) {
    assertEnd(await run(['list']), 0, NOTHING, /^nothing waits for the processor\n$/);
  },
  async items(run) {
    const imported = await run(['import', '-'], 'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n');
    assertEnd(imported, 0, /^1 created, 0 changed, 0 unchanged\n$/);
    assertEnd(await run(['export', '-']), 0, /^101;Хлеб;ком;89,90;Ђ/m);
  },
  async report(run) {
    assertEnd(
      await run(['days', '--day', '2026-11-29']),
      0,
      /^By day, 2026-11-29 \(sandbox\)\n {2}There is no turnover/,
    );
  },
  async mail(run) {
    assertEnd(await run(['test', 'vera@example.rs']), 1, NOTHING, /^kasirbox: .*kasirbox settings set mail /);
  },
  async notify(run) {
    assertEnd(await run(['test']), 1, NOTHING, /^kasirbox: .*kasirbox settings set notify /);
  },
  async webhooks(run) {
    assertEnd(await run(['test', 'books']), 1, NOTHING, /^kasirbox: There is no webhook with this name/);
  },
  async ledger(run) {
    assertEnd(await run(['verify']), 0, /^\d+ records, all intact and chained\.\n$/m);
    assertEnd(await run(['export', inPlace('ledger.tar')]), 0, NOTHING, /everything up to record \d+/);
  },
  async backup(run) {
    const made = await run([inPlace('box.age')]);
    assertEnd(made, 0, NOTHING, /box\.age: everything up to record \d+/);
    assert.ok(statSync(inPlace('box.age')).size > 0);
  },
  async restore(run) {
    const served = ['--data', inPlace('served')];
    const made = await kasirbox(['backup', inPlace('old.age'), ...served]);
    assert.is(made.code, 0, made.stderr);
    const { stdout } = await kasirbox(['backup', 'code', ...served]);
    const restored = await run([inPlace('old.age'), '--data', inPlace('restored')], stdout);
    assertEnd(restored, 0, NOTHING, /Never start the old box again beside this one/);
    assert.equal(readdirSync(inPlace('restored/log')), ['000001.seg']);
  },
  async 'safe-mode'(run) {
    assertEnd(await run(['status']), 0, /^Safe mode is off\.\n$/);
  },
  async update(run) {
    assertEnd(await run(['status']), 0, /^This box was installed manually/);
  },
  async board(run) {
    assertEnd(await run(['show', '--run', place]), 1, NOTHING, /only the image/);
  },
  async fleet(run) {
    const folder = inPlace('server');
    mkdirSync(folder);
    const at = ['--server', folder];
    assertEnd(await run(['init', '--url', 'tls://localhost:4222', ...at]), 0, /^created .*nats-server\.conf$/m);
    assertEnd(await run(['list', ...at]), 0, NOTHING, /^No box was added\. Add one: kasirbox fleet add SHOP BOX\n$/);
  },
  async group(run) {
    assertEnd(await run(['show']), 0, /^The box applies nothing from a group\./);
  },
  async rescue(run) {
    assertEnd(await run(['--listen', '192.0.2.1:80']), 1, NOTHING, /^kasirbox: .*EADDRNOTAVAIL.*\n$/);
  },
  async 'support-bundle'(run) {
    const { code, stdout, stderr } = await run([inPlace('bundle.tar.gz')]);
    assert.equal([code, stdout], [0, ''], stderr);
    assert.match(stderr, /bundle\.tar\.gz: send it to your technician\.\n$/);
  },
};

test('each command has its use here', () => {
  assert.equal(Object.keys(USES), Object.keys(COMMANDS));
});

test.before(async () => {
  await ServiceHere.start({ folder: inPlace('served') });
});

// Each is a process that loads most of the build.
for (const [name, use] of shareOf(Object.entries(USES), 2)) {
  test(`kasirbox ${name} does its work and ends`, async () => {
    let runs = 0;
    await use((words, input) => {
      runs += 1;
      // An owner's server has no data folder.
      const data = name === 'fleet' || words.includes('--data') ? [] : ['--data', inPlace('served')];
      const options = { input: input ?? '', env: { LC_ALL: 'C.UTF-8' }, killAfter: LATE };
      return kasirbox([name, ...words, ...data], options);
    });
    assert.ok(runs > 0);
  });
}

test('what a command imports lies in the files beside it, under the same names, and can be loaded', () => {
  const cli = resolve(import.meta.dirname, '../../../src/programs/cli');
  const sources = readdirSync(cli).filter((name) => name.endsWith('.ts'));
  const matchesOf = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, folder = '', module = '']) => `${folder}/${module}`);
  const wanted = sources.flatMap((name) =>
    matchesOf(readFileSync(join(cli, name), 'utf8'), /\bimport\('\.\/(\w+)\/(\w+)\.js'\)/g),
  );
  const main = readFileSync(bundle(), 'utf8');
  const found = [...new Set(matchesOf(main, /require\("\.\/(box|files|fleet)\.cjs"\)\.(\w+)\(\)/g))].sort();
  assert.equal(found, [...new Set(wanted)].sort());
  const script = `for (const one of ${JSON.stringify(found)}) {
    const [file, module] = one.split('/');
    const names = Object.keys(require(process.argv[1] + '/' + file + '.cjs')[module]());
    if (names.length === 0) throw new Error(one);
  }`;
  assert.is(execFileSync(process.execPath, ['-e', script, dirname(bundle())], { encoding: 'utf8' }), '');
});

test.run();
