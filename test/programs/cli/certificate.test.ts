import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClientOptions, makePfx, TestAuthority } from '../../kit/pfr/certificates.js';
import { type CommandOptions, kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { onTerminal } from '../../kit/terminal.js';
import { COMPANY } from '../../processors/pfr/certificate/files.js';
import { Turns } from '../../kit/turns.js';

const PASSWORD = 'Q7W8E9R0';
const SANDBOX = ['--environment', 'sandbox'];
const PRODUCTION = ['--environment', 'production'];
test.after(stopServices);
test.after(cleanUp);

/** Each starts a service, or several commands. */
const turns = new Turns(2);

const files = temporaryFolder();
let authority: TestAuthority;

test.before(async () => {
  authority = await TestAuthority.create();
  writeFileSync(join(files, 'ca.pem'), authority.pem);
  writeFileSync(join(files, 'password'), `${PASSWORD}\n`);
  await make('sandbox.p12', { jid: 'SAND0001', environment: 'sandbox' });
  await make('production.p12', { jid: 'PROD0001', environment: 'production' });
});

/** Makes a certificate file. */
async function make(name: string, options: Pick<ClientOptions, 'jid' | 'environment'>): Promise<void> {
  const credentials = await authority.client({ company: COMPANY, ...options });
  writeFileSync(join(files, name), makePfx(credentials, { password: PASSWORD, ciphers: 'rc2' }));
}

const file = (name: string): string => join(files, name);

for (const served of [false, true]) {
  const where = served ? 'in a running service' : 'without a service';

  /** Runs commands on a new folder, with or without a service. */
  const during = async (
    work: (run: (args: readonly string[], options?: CommandOptions) => Promise<Ended>, folder: string) => Promise<void>,
  ): Promise<void> => {
    const folder = join(temporaryFolder(), 'data');
    const box = served ? await ServiceHere.start({ folder }) : undefined;
    await work((args, options) => kasirbox([...args, '--data', folder], options), folder);
    if (box === undefined) return;
    await box.stop();
    assert.not.ok(box.log.includes(PASSWORD), 'the log has no password');
  };

  turns.test(
    `a certificate is installed and shown, further authorities are trusted, and both are removed, ${where}`,
    () =>
      during(async (run, folder) => {
        const installed = await run(['certificate', 'install', file('sandbox.p12'), ...SANDBOX], { input: PASSWORD });
        assert.is(installed.code, 0, installed.stderr);
        assert.match(
          installed.stdout,
          /^The certificate for sandbox is installed\.\n {2}JID +SAND0001\n {2}TIN +100000049\n/,
        );
        // On a machine whose clock is not trusted there is a second warning.
        assert.match(installed.stderr, /^warning: The company is not set yet; its TIN will have to be 100000049\.$/m);

        const trusted = await run(['certificate', 'trust', file('ca.pem'), ...SANDBOX]);
        assert.match(
          trusted.stdout,
          /^trusted for sandbox: CN=Sandbox SUF Issuing CA 1, .*until \d{4}-/,
          trusted.stderr,
        );
        const { code, stdout } = await run(['certificate', 'show']);
        assert.is(code, 0);
        for (const line of [
          /^sandbox:$/m,
          /^ {2}organisation {2}Пекара Зора$/m,
          /^ {2}location {6}1234567-Пекара$/m,
          /^ {2}address {7}Немањина 4, Београд$/m,
          /^ {2}environment {3}sandbox$/m,
          /^ {2}V-PFR {9}https:\/\/vsdc\.sandbox\.suf\.purs\.gov\.rs$/m,
          /^ {2}valid {9}from [\d :-]{19} until [\d :-]{19} \(\d+ days left\)$/m,
          /^ {2}SHA-256 {7}[0-9A-F:]{95}$/m,
          /^ {2}also trusted {2}CN=Sandbox SUF Issuing CA 1/m,
          /^production: no certificate is installed$/m,
        ]) {
          assert.match(stdout, line);
        }
        assert.not.match(stdout, /PRIVATE|BEGIN/);
        assert.is(
          (await run(['certificate', 'show', ...PRODUCTION])).stdout,
          'production: no certificate is installed\n',
        );

        for (const name of readdirSync(join(folder, 'pfr'))) {
          assert.is(statSync(join(folder, 'pfr', name)).mode & 0o777, 0o600, name);
        }
        assert.is((await run(['certificate', 'trust', '--none', ...SANDBOX])).code, 0);
        assert.is((await run(['certificate', 'remove', ...SANDBOX])).code, 0);
        const again = await run(['certificate', 'remove', ...SANDBOX]);
        assert.equal([again.code, again.stderr], [1, 'kasirbox: No certificate is installed for sandbox.\n']);
        assert.not.match((await run(['certificate', 'show'])).stdout, /SAND0001|also trusted/);
      }),
  );

  turns.test(`a certificate that must not be installed is refused in one row, and changes nothing, ${where}`, () =>
    during(async (run) => {
      const install = (name: string, environment: readonly string[], password = PASSWORD) =>
        run(['certificate', 'install', file(name), ...environment], { input: `${password}\n` });
      const refused = async (ended: Promise<Ended>, words: RegExp): Promise<void> => {
        const { code, stdout, stderr } = await ended;
        assert.equal([code, stdout], [1, '']);
        assert.match(stderr, words);
        assert.match(stderr, /^kasirbox: [^\n]*\n$/);
        assert.not.ok(stderr.includes(PASSWORD));
      };
      await refused(install('sandbox.p12', PRODUCTION), /a certificate for sandbox/);
      await refused(install('production.p12', SANDBOX), /a certificate for production/);
      await refused(install('sandbox.p12', SANDBOX, PASSWORD.toLowerCase()), /The password is wrong/);
      await refused(install('ca.pem', SANDBOX), /not a complete PKCS #12 file/);
      await refused(install('nothing.p12', SANDBOX), /nothing\.p12 does not exist/);
      await refused(run(['certificate', 'trust', file('sandbox.p12'), ...SANDBOX]), /Certificate 1 cannot be read/);
      assert.is((await install('production.p12', PRODUCTION)).code, 0);
      await refused(
        run(['settings', 'set', 'company', JSON.stringify({ ...COMPANY, tin: '101670560' })]),
        /installed for production is for the TIN 100000049.*certificate remove --environment production/,
      );
      assert.is((await run(['settings', 'set', 'company', JSON.stringify(COMPANY)])).code, 0);
      await make('other.p12', { jid: 'PROD0001', environment: 'sandbox' });
      await refused(install('other.p12', SANDBOX), /PROD0001 is already installed for production/);
      assert.is((await run(['certificate', 'show', ...SANDBOX])).stdout, 'sandbox: no certificate is installed\n');
    }),
  );
}

turns.test('the password comes from a file, and the certificate from standard input', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const fromFile = ['--password-file', file('password')];
  const named = await kasirbox(['certificate', 'install', file('sandbox.p12'), ...SANDBOX, ...fromFile, ...data]);
  assert.is(named.code, 0, named.stderr);
  const missing = ['--password-file', file('nothing')];
  const lost = await kasirbox(['certificate', 'install', file('sandbox.p12'), ...SANDBOX, ...missing, ...data]);
  assert.match(lost.stderr, /nothing does not exist/);
  const child = spawn('sh', [
    '-c',
    '"$@" < "$0"',
    file('production.p12'),
    process.execPath,
    bundle(),
    'certificate',
    'install',
    '-',
    ...PRODUCTION,
    ...fromFile,
    ...data,
  ]);
  assert.is(await codeOf(child), 0);
  const none = await kasirbox(['certificate', 'install', file('sandbox.p12'), ...SANDBOX, ...data]);
  assert.match(none.stderr, /the password is missing on standard input/);
});

turns.test('the program that writes the password to standard input may leave it open', async () => {
  const args = ['certificate', 'install', file('sandbox.p12'), ...SANDBOX, '--data', join(temporaryFolder(), 'data')];
  const child = spawn(process.execPath, [bundle(), ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.write(`${PASSWORD}\n`);
  assert.is(await codeOf(child), 0);
});

function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve));
}

const PROMPT = 'Password of the certificate: ';

turns.test(
  'on a terminal the password is asked for and not shown; typing errors can be erased, and Ctrl-C stops',
  async () => {
    const box = await ServiceHere.start();
    const args = ['certificate', 'install', file('sandbox.p12'), ...SANDBOX, '--data', box.folder];
    for (const keys of [`${PASSWORD}\r`, `XX\u0015${PASSWORD.slice(0, 4)}Z\u007f${PASSWORD.slice(4)}\r`]) {
      const { code, shown } = await onTerminal(args, PROMPT, keys);
      assert.is(code, 0, shown);
      assert.match(shown, /^Password of the certificate: \r\nThe certificate for sandbox is installed\./);
      assert.not.ok(shown.includes(PASSWORD.slice(4)), 'nothing of it is shown');
    }
    const stopped = await onTerminal(args, PROMPT, `${PASSWORD}\u0003`);
    assert.is(stopped.code, 1);
    assert.match(stopped.shown, /cancelled; nothing was changed/);
    await box.stop();
  },
);

turns.test(
  'a damaged certificate is shown as damaged, prevents the installation of another, and can be removed',
  async () => {
    const folder = join(temporaryFolder(), 'data');
    const run = (args: readonly string[], input = PASSWORD) => kasirbox([...args, '--data', folder], { input });
    assert.is((await run(['certificate', 'install', file('sandbox.p12'), ...SANDBOX])).code, 0);
    const path = join(folder, 'pfr', 'sandbox.cert');
    writeFileSync(path, readFileSync(path).subarray(1));
    chmodSync(path, 0o600);
    const shown = await run(['certificate', 'show']);
    assert.is(shown.code, 1);
    assert.match(shown.stdout, /^sandbox: no certificate can be used\n/);
    assert.match(shown.stderr, /for sandbox is damaged\. Install it again from its file/);
    const other = await run(['certificate', 'install', file('production.p12'), ...PRODUCTION]);
    assert.match(other.stderr, /for sandbox is damaged.*Nothing is installed until then/);
    assert.is((await run(['certificate', 'remove', ...SANDBOX])).code, 0);
    assert.is((await run(['certificate', 'install', file('production.p12'), ...PRODUCTION])).code, 0);
  },
);

test.run();
