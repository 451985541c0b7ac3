import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { building } from '../kit/image/card.js';
import { missingPackages } from '../kit/image/programs.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { ROOT } from '../house/documents.js';

/** Single steps of `scripts/image`, each with the machine that it meets. */
const missing = missingPackages({ 'apt-get': 'apt', openssl: 'openssl', git: 'git' });
if (missing.length > 0) console.log(`skipped: Debian packages: ${missing.join(' ')}`);

function it(name: string, work: () => void): void {
  if (missing.length === 0) test(name, work);
  else test.skip(name, work);
}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SIGNED = `deb [signed-by=${KEYRING}]`;

/** A machine whose apt has these sources, each with what its index says of itself. */
function machineWith(sources: readonly { url: string; suite: string; origin: string; label: string }[]): string {
  const apt = temporaryFolder();
  for (const name of ['lists/partial', 'etc/apt.conf.d']) mkdirSync(join(apt, name), { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(
    join(apt, 'apt.conf'),
    `Dir "${apt}"; Dir::Etc "${apt}/etc"; Dir::State "${apt}"; Dir::State::lists "${apt}/lists"; Dir::State::status "${apt}/status"; APT::Architecture "amd64";`,
  );
  writeFileSync(
    join(apt, 'etc/sources.list'),
    sources.map(({ url, suite }) => `deb [trusted=yes] ${url} ${suite} main\n`).join(''),
  );
  for (const { url, suite, origin, label } of sources) {
    const name = `${url.replace(/^https?:\/\//, '').replaceAll('/', '_')}_dists_${suite}_`;
    const release = `Origin: ${origin}\nLabel: ${label}\nSuite: ${suite}\nCodename: ${suite}\nDate: Sat, 01 Nov 2025 00:00:00 UTC\n`;
    writeFileSync(join(apt, 'lists', `${name}InRelease`), `${release}Components: main\n`);
    writeFileSync(join(apt, 'lists', `${name}main_binary-amd64_Packages`), '');
  }
  return join(apt, 'apt.conf');
}

function sourcesOn(config: string, mirror = ''): string[] {
  const script = 'export APT_CONFIG=$1 mirror=$2; . board/build/base.sh; debian_sources';
  return building(script, config, mirror).trimEnd().split('\n');
}

const POSTGRESQL = {
  url: 'http://apt.postgresql.org/pub/repos/apt',
  suite: 'bookworm-pgdg',
  origin: 'apt.postgresql.org',
  label: 'PostgreSQL for Debian/Ubuntu repository',
};
const OWN = { url: 'http://aaa.example.org/security', suite: 'stable', origin: 'Debian', label: 'Debian Backports' };
const MIRROR = { url: 'http://mirror.example.rs/debian', suite: 'bookworm', origin: 'Debian', label: 'Debian' };
const SECURITY = {
  url: 'http://other.example.rs/debian-security',
  suite: 'bookworm-security',
  origin: 'Debian',
  label: 'Debian-Security',
};

it("Debian's mirror is known by what its index says, not by its place among the sources", () => {
  assert.equal(sourcesOn(machineWith([POSTGRESQL, OWN, MIRROR, SECURITY])), [
    `${SIGNED} http://mirror.example.rs/debian trixie main non-free-firmware`,
    `${SIGNED} http://mirror.example.rs/debian trixie-updates main non-free-firmware`,
    `${SIGNED} http://other.example.rs/debian-security trixie-security main non-free-firmware`,
  ]);
});

it('without a mirror of its own a machine asks Debian, and a mirror that is given comes before all', () => {
  const addresses = (rows: string[]): (string | undefined)[] => rows.map((row) => row.split(' ')[2]);
  assert.equal(addresses(sourcesOn(machineWith([POSTGRESQL]))), [
    'http://deb.debian.org/debian',
    'http://deb.debian.org/debian',
    'http://deb.debian.org/debian-security',
  ]);
  assert.equal(addresses(sourcesOn(machineWith([MIRROR, SECURITY]), 'http://given.example/debian')), [
    'http://given.example/debian',
    'http://given.example/debian',
    'http://given.example/debian-security',
  ]);
});

it('only the keyring of Debian vouches for packages', () => {
  const cache = temporaryFolder();
  const script = `cache=$1; . board/build/base.sh; apt-get() { :; }; debian_sources >"$1/sources"; list_packages "$1/sources"`;
  building(script, cache);
  assert.equal(readdirSync(join(cache, 'apt/etc/trusted.gpg.d')), []);
  const config = readFileSync(join(cache, 'apt/apt.conf'), 'utf8');
  assert.equal(config.match(/Dir::Etc::trusted\w*.*?;/g), [`Dir::Etc::trusted "${KEYRING}";`]);
  const rows = readFileSync(join(cache, 'apt/etc/sources.list'), 'utf8').trimEnd().split('\n');
  assert.ok(
    rows.every((row) => row.startsWith(SIGNED)),
    rows.join('\n'),
  );
});

it('apt-get waits for another one to end, and fails at once for any other reason', () => {
  const folder = temporaryFolder();
  const shadow = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd "${folder}"\necho "${name} $*" >>calls\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  const run = (): { status: number | null; calls: string[] } => {
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const script = '. scripts/lib/prepare.sh; apt_get update -q';
    const { status } = spawnSync('bash', ['-euc', script], { cwd: ROOT, env, stdio: 'pipe' });
    return { status, calls: readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') };
  };
  shadow('sleep', '');
  shadow(
    'apt-get',
    '[ -e second ] && exit; touch second; echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2; exit 100',
  );
  const call = 'apt-get -o DPkg::Lock::Timeout=600 update -q';
  assert.equal(run(), { status: 0, calls: [call, 'sleep 5', call] });
  shadow('apt-get', 'echo "E: Unable to fetch" >&2; exit 100');
  writeFileSync(join(folder, 'calls'), '');
  const failed = run();
  assert.is.not(failed.status, 0);
  assert.equal(failed.calls.filter(Boolean), [call]);
});

it('a bundle names its commit, and whether files were changed since', () => {
  const folder = temporaryFolder();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const build = (): string => building('. board/build/bundle.sh; cd "$1"; build_id', folder).trim();
  git('init', '-q');
  writeFileSync(join(folder, 'file'), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  assert.is(build(), commit);
  writeFileSync(join(folder, 'new'), '');
  assert.is(build(), `${commit}-dirty`);
});

/** Keys as docs/release.md makes them, the release key with a passphrase. */
function keysWithPassphrase(): string {
  const folder = temporaryFolder();
  const script = `cd "$1"; exec 2>/dev/null
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=authority -keyout ca.key -out ca.pem
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -passout pass:secret -subj /CN=release -keyout release.key -out release.csr
    openssl x509 -req -in release.csr -days 30 -CA ca.pem -CAkey ca.key -out release.pem`;
  building(script, folder);
  return folder;
}

it('the passphrase of the release key is requested once, at the beginning, and the open key is removed at the end', () => {
  const keys = keysWithPassphrase();
  const out = temporaryFolder();
  writeFileSync(join(out, 'file'), 'x\n');
  // openssl reads a passphrase from the terminal; this one has it in a file, and writes down how often it was asked for.
  const script = `. board/build/bundle.sh; keys=$1
    asked=$2/.asked
    openssl() {
      if [[ "$*" == *"-in $keys/release.key"* ]]; then echo asked >>"$asked"; set -- "$@" -passin pass:secret; fi
      command openssl "$@"
    }
    open_key; sign_sums "$2" "$keys" "$signing_key"; echo "$signing_key"`;
  const key = building(script, keys, out).trim();
  assert.match(key, /^\/dev\/shm\//);
  assert.not.ok(existsSync(key));
  assert.is(readFileSync(join(out, '.asked'), 'utf8'), 'asked\n');
  assert.match(readFileSync(join(out, 'SHA256SUMS.pem'), 'utf8'), /^-----BEGIN CMS-----/);
});

it('a certificate of another key is found before the work begins', () => {
  const [keys, other] = [keysWithPassphrase(), keysWithPassphrase()];
  const script = `. board/build/bundle.sh; keys=$1
    command openssl pkey -in "$1/release.key" -passin pass:secret -out "$1/open" && mv "$1/open" "$1/release.key"
    cp "$2/ca.pem" "$2/release.pem" "$1"; ! open_key`;
  building(script, keys, other);
});

test.after(cleanUp);
test.run();
