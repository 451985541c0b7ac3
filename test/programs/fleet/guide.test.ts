// time limit: 300 s
// What docs/fleet.md shows is run, in order, on real servers: from the two packages to the first row, and back to an empty list.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf, ROOT } from '../../house/documents.js';
import { PostgresServer } from '../../kit/fleet/postgres.js';
import { NO_SERVERS } from '../../kit/fleet/scene.js';
import { freePort } from '../../kit/port.js';
import { BoxProcess, bundle, cleanUp, SALE, temporaryFolder } from '../../kit/process.js';
import { Turns } from '../../kit/turns.js';

/** The whole guide takes long, as it starts each program that it shows. */
const turns = new Turns(2);

const GUIDE = 'docs/fleet.md';
const UNITS = [
  'kasirbox-ingest.service',
  'kasirbox-certificate.service',
  'kasirbox-certificate.timer',
  'kasirbox-notify.service',
  'kasirbox-notify.timer',
  'kasirbox-summary.service',
  'kasirbox-summary.timer',
];
const END = '--- end of block ---';
const NAME = 'the commands of docs/fleet.md lead from two Debian packages to the first row, and let a box in and out';

test.after(cleanUp);

/**
 * What needs Debian's packages, systemd and root stands in for it here: services are processes by their own units and configuration. A
 * question to PostgreSQL is asked again until there is a row, since nobody types as fast.
 */
const MACHINE = `
set -euo pipefail
exec 2>&1
export LC_ALL=C PATH="$HERE/usr/local/bin:$PATH"
mkdir -p "$HERE"/{etc/systemd/system,usr/local/bin,opt,var/lib}
apt-get() { [[ $* == 'install -y nats-server postgresql' ]]; }
systemd-sysusers() { [[ $1 == --inline ]]; }
# Owners of files are root's to choose.
install() { local all=() left=("$@"); while ((\${#left[@]})); do case \${left[0]} in -o | -g) left=("\${left[@]:2}") ;; *) all+=("\${left[0]}"); left=("\${left[@]:1}") ;; esac; done; command install "\${all[@]}"; }
sudo() { [[ "$1 $2" =~ ^-u\\ (postgres|kasirbox_ingest)$ ]]; shift 2; "$@"; }
psql() {
  if [[ $* != *SELECT* ]]; then command psql "$@"; return; fi
  local said end=$((SECONDS + 60))
  until said=$(command psql -v ON_ERROR_STOP=1 "$@") && [[ $said != *'(0 rows)'* ]]; do ((SECONDS < end)); sleep 0.2; done
  printf '%s\\n' "$said"
}
ssh() { [[ $1 == root@kasa.local && $2 == kasirbox ]]; shift 2; "$NODE" "$BUNDLE" "$@" --data "$BOX_DATA" || [[ $1 == doctor ]]; }
systemctl() {
  case $* in
    daemon-reload) ;;
    'restart nats-server') setsid nats-server -c "$HERE/etc/nats-server.conf" >>"$HERE/nats.log" 2>&1 & echo $! >>"$HERE/pids"
      until grep -q 'Server is ready' "$HERE/nats.log"; do kill -0 $! || { cat "$HERE/nats.log"; exit 1; }; sleep 0.1; done ;;
    'enable --now kasirbox-ingest.service kasirbox-certificate.timer')
      # Its credentials are files that systemd copies.
      mkdir "$HERE/credentials"
      sed -n 's/^LoadCredential=\\([^:]*\\):\\(.*\\)/\\2 \\1/p' "$HERE/etc/systemd/system/kasirbox-ingest.service" |
        while read -r from to; do cp "$from" "$HERE/credentials/$to"; done
      start=$(sed -n 's/^ExecStart=//p' "$HERE/etc/systemd/system/kasirbox-ingest.service")
      setsid \${start//%d/"$HERE/credentials"} >>"$HERE/ingest.log" 2>&1 & echo $! >>"$HERE/pids"
      renew=$(sed -n 's/^ExecStart=//p' "$HERE/etc/systemd/system/kasirbox-certificate.service")
      $renew ;;
    *) echo "systemctl $*?"; exit 1 ;;
  esac
}
cd "$PROJECT"
`;

/** The machine of the guide, in a folder without a blank, as it has none. */
interface Place {
  readonly here: string;
  readonly project: string;
}

/** Folders, ports and names of the guide become those of the test, in commands and units alike. */
function here(text: string, { here: folder }: Place, ports: readonly [number, number], socket: string): string {
  return text
    .replace(/(?<![\w$"/])\/(etc|opt|usr\/local\/bin|var\/lib)(?=[/\s])/g, `${folder}/$1`)
    .replaceAll('/run/postgresql', encodeURIComponent(socket))
    .replaceAll('fleet init --url', `fleet init --store ${folder}/var/lib/nats --monitor ${ports[1]} --url`)
    .replace(/(fleet (?:add|group|revoke|list|init)\b)/g, `$1 --server ${folder}/etc/kasirbox-fleet`)
    .replaceAll('nats.example.rs', 'localhost')
    .replaceAll('4222', String(ports[0]));
}

function script(place: Place, ports: readonly [number, number], socket: string): string {
  const commands = blocksOf(GUIDE).flatMap(({ kind, text }) => (kind === 'sh' ? [text] : []));
  return MACHINE + commands.map((text) => `${here(text, place, ports, socket)}\nprintf '%s\\n' '${END}'\n`).join('');
}

/** The project with units whose folders and ports are those of the test. */
function projectFor(place: Place, ports: readonly [number, number], socket: string): void {
  for (const name of [...UNITS, 'nats-server-restart.conf']) {
    const path = join(place.project, 'systemd', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, here(readFileSync(join(ROOT, 'systemd', name), 'utf8'), place, ports, socket));
  }
  mkdirSync(join(place.project, 'dist'));
  for (const name of ['kasirbox.cjs', 'fleet.cjs'])
    copyFileSync(join(dirname(bundle()), name), join(place.project, 'dist', name));
}

async function run(box: BoxProcess, place: Place, socket: string): Promise<string[]> {
  const ports = [await freePort(), await freePort()] as const;
  projectFor(place, ports, socket);
  const env = {
    ...process.env,
    ...{ HERE: place.here, PROJECT: place.project, NODE: process.execPath, BUNDLE: bundle(), BOX_DATA: box.folder },
    ...{ PGHOST: socket, PGUSER: 'owner', PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}:/usr/sbin` },
  };
  const shell = spawn('bash', ['-c', script(place, ports, socket)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise((done) => shell.on('close', done));
  assert.is(code, 0, said + logOf(join(place.here, 'ingest.log')));
  return said.split(`${END}\n`);
}

function logOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function whole(): Promise<void> {
  const root = execFileSync('mktemp', ['-d', '/tmp/kasirbox-guide-XXXXXX'], { encoding: 'utf8' }).trim();
  const place = { here: root, project: join(root, 'project') };
  const [postgres, box] = [await PostgresServer.start(), await BoxProcess.start()];
  try {
    const [key = ''] = await box.keys(1);
    for (let sales = 0; sales < 2; sales += 1) await box.issue(key, SALE);
    const said = await run(box, place, postgres.folder);
    const id = await box.id();
    assert.match(said.join(''), new RegExp(`^ ${id} \\| novi-sad-1 \\|`, 'm'));
    assert.match(said.join(''), /^ sandbox +\| \d{4}-\d\d-\d\d \| +2 \| 600\.00 \|/m);
    assert.match(said.join(''), /^Turnover of sandbox .* by shop, RSD\n +novi-sad-1 +2 +600\.00$/m);
    assert.match(said.join(''), new RegExp(`^${id}  novi-sad-1  -  U[A-Z2-7]{55}$`, 'm'));
    assert.match(said.join(''), new RegExp(`^${id} may no longer connect\\. The server already uses this\\.$`, 'm'));
    assert.match(said.join(''), /^ +stored +for 30 days$/m);
    assert.ok(existsSync(join(place.project, 'kasirbox.dump')));
  } finally {
    for (const pid of logOf(join(root, 'pids')).split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    await box.stop();
    await postgres.stop();
    execFileSync('rm', ['-rf', root]);
  }
}

if (NO_SERVERS !== undefined) console.log(`skipped: ${NO_SERVERS}`);
turns.test(NAME, NO_SERVERS === undefined ? whole : undefined);

turns.test("systemd finds no fault in the units of an owner's server", () => {
  const folder = temporaryFolder();
  for (const name of UNITS) {
    const unit = readFileSync(join(ROOT, 'systemd', name), 'utf8');
    writeFileSync(join(folder, name), unit.replaceAll('/opt/kasirbox-fleet/node', process.execPath));
  }
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...UNITS], { env, encoding: 'utf8' });
  // Where there is no systemd it has no status.
  assert.is(status === null ? '' : stderr, '');
});

test.run();
