import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';
import { adopt, cleanUp } from '../../kit/process.js';
import { OVERLAY, rootTest } from './programs.js';

const POLICY = readFileSync(join(OVERLAY, 'etc/dbus-1/system.d/kasirbox-rauc.conf'), 'utf8');
const RAUC = 'de.pengutronix.rauc';

test.after(cleanUp);

/** The address of a bus that permits everything except by our policy; `daemon` plays the user of the box. */
async function startBus(): Promise<string> {
  const folder = newFolder();
  mkdirSync(folder);
  // RAUC itself does not start: a permitted caller gets that far.
  writeFileSync(join(folder, `${RAUC}.service`), `[D-BUS Service]\nName=${RAUC}\nExec=/bin/false\n`);
  writeFileSync(join(folder, 'policy.conf'), POLICY.replace('user="kasirbox"', 'user="daemon"'));
  writeFileSync(
    join(folder, 'bus.conf'),
    `<busconfig><type>session</type><listen>unix:abstract=kasirbox-test-${process.pid}</listen><auth>EXTERNAL</auth>
    <servicedir>${folder}</servicedir>
    <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="false"/><allow receive_sender="*"/><allow own="*"/></policy>
    <include>${join(folder, 'policy.conf')}</include></busconfig>`,
  );
  const options = ['--nofork', '--nopidfile', '--print-address=1', `--config-file=${join(folder, 'bus.conf')}`];
  const bus = spawn('dbus-daemon', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  adopt(bus);
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  return address.toString().trim();
}

/** The answer of the bus to a user who calls RAUC, or another service. */
function answer(bus: string, user: string, destination: string): string {
  const call = ['dbus-send', `--bus=${bus}`, '--print-reply', `--dest=${destination}`, '/', `${RAUC}.Installer.Mark`];
  const { stderr } = spawnSync('setpriv', [`--reuid=${user}`, '--clear-groups', ...call], { encoding: 'utf8' });
  return /^Error (\S+):/.exec(stderr)?.[1]?.replace(/.*\./, '') ?? stderr;
}

rootTest('only root and the box talk to RAUC', ['dbus-daemon', 'dbus-send', 'setpriv'], async () => {
  const bus = await startBus();
  assert.is(answer(bus, 'root', RAUC), 'ChildExited');
  assert.is(answer(bus, 'daemon', RAUC), 'ChildExited');
  assert.is(answer(bus, 'nobody', RAUC), 'AccessDenied');
  assert.is(answer(bus, 'nobody', 'org.example.Other'), 'ServiceUnknown', 'others are left as they are');
});

test('the policy names the user of the box', () => {
  assert.match(POLICY, /<policy user="kasirbox">\s*<allow send_destination="de\.pengutronix\.rauc"\/>/);
});

test.run();
