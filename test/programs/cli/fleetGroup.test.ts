// time limit: 300 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packed } from '../../kit/fleet/packing.js';
import { NatsServer, NO_NATS, shopUser } from '../../kit/nats/server.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

const FIRST =
  'The server had no version before. A box with a version from an earlier server accepts only a higher number: ' +
  'add --version N, one more than kasirbox group show reports on the box.\n';

/** An owner's server, and how he names it. */
async function owner(user = shopUser('novi-sad-1', 'kiosks')) {
  const server = await NatsServer.start([user]);
  await server.asOwner((manager) =>
    manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
  );
  const [ca, credentials] = [join(server.folder, 'ca.pem'), join(server.folder, 'owner.seed')];
  writeFileSync(ca, server.authority.ca);
  writeFileSync(credentials, server.owner.seed);
  const set = (words: readonly string[], input: string) =>
    kasirbox(['fleet', ...words, '--nats', server.url, '--ca', ca, '--credentials', credentials], { input });
  return { server, user, set };
}

/** Asks a box until it answers so. */
async function until(box: ServiceHere, args: readonly string[], wanted: RegExp): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { stdout } = await box.command(args);
    if (wanted.test(stdout)) return stdout;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`in vain: ${String(wanted)}`);
}

real(
  'an owner sets prices and settings, and a box of the group has them; one that asks is told by doctor',
  async () => {
    const { server, user, set } = await owner();
    const first = await set(['catalogue', 'kiosks', '-'], 'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n');
    assert.equal(first, {
      ...{ code: 0, stderr: '' },
      stdout: `1 created, 0 changed, of 1 items\nVersion 1 of the catalogue of kiosks is valid now.\n${FIRST}`,
    });
    const again = await set(['catalogue', 'kiosks', '-'], 'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n');
    assert.is(
      again.stdout,
      '0 created, 0 changed, of 1 items\nVersion 1 of the catalogue of kiosks already has all of that.\n',
    );
    const box = await ServiceHere.start();
    const stream = { url: server.url, credentials: user.seed, subject: 'kasirbox.novi-sad-1', ca: server.authority.ca };
    const early = await box.command(['settings', 'set', 'group', '{"name":"kiosks"}']);
    assert.match(early.stderr, /First set the setting stream/);
    assert.is(
      (await box.command(['group', 'show'])).stdout,
      'The box applies nothing from a group. See: kasirbox settings show group\n',
    );
    await box.command(['settings', 'set', 'stream', '-'], { input: JSON.stringify(stream) });
    await box.command(['settings', 'set', 'group', '{"name":"kiosks","catalogue":"follow","settings":"offer"}']);
    await until(box, ['group', 'show'], /^catalogue of kiosks \(follow\)\n {2}in use +version 1$/m);
    assert.match((await box.command(['items', 'export', '-'])).stdout, /101;Хлеб;ком;89,90;Ђ/);

    const settings = await set(['settings', 'kiosks', '-'], '{"refundGuard":"refuse"}');
    assert.is(
      settings.stdout,
      `1 new, 0 changed, of 1 settings\nVersion 1 of the settings of kiosks is valid now.\n${FIRST}`,
    );
    await until(box, ['group', 'show'], /version 1, awaiting a decision/);
    const doctor = await box.command(['doctor'], { env: { LC_ALL: 'C.UTF-8' } });
    assert.match(doctor.stdout, /Version 1 of the settings of group kiosks awaits a decision\./);
    assert.match(doctor.stdout, /kasirbox group take settings, or reject it: kasirbox group refuse settings/);
    assert.match((await box.command(['group', 'take', 'settings'])).stdout, /in use +version 1/);
    assert.is((await box.command(['settings', 'show', 'refundGuard'])).stdout, '"refuse"\n');
    assert.match((await box.command(['group', 'take', 'settings'])).stderr, /No version of the settings is waiting/);
    await box.stop();
    await server.kill();
  },
);

real('each row with a fault is named by its line, and nothing is set', async () => {
  const { server, set } = await owner();
  const refused = await set(
    ['catalogue', 'kiosks', '-'],
    'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n102;Млеко;x;Ђ\n101;Сир;5;Ђ\n103;Сир;5;E\n104;Кајмак;5;Ђ\n',
  );
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /^line 3, цена: /m);
  assert.match(refused.stderr, /standard input: 1 of 5 rows refused, nothing set\./);
  const checked = await set(
    ['catalogue', 'kiosks', '-'],
    'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n101;Сир;5;Ђ\n103;Сир;5;E\n',
  );
  assert.match(checked.stderr, /^line 3, plu: plu "101" is also in line 2\.$/m);
  assert.match(
    checked.stderr,
    /^line 4, ознака: label "E" is not an active tax label\. It is a Latin letter: send the Cyrillic "Е"/m,
  );
  assert.match(checked.stderr, /2 of 3 rows refused, nothing set/);
  const wrong = await set(['settings', 'kiosks', '-'], '{"notify":null}');
  assert.match(wrong.stderr, /notify cannot be set for a group\. Allowed: mail, offlineQueue/);
  assert.match(
    (await set(['settings', 'kiosks', '-'], '{')).stderr,
    /it is not valid JSON: line 1\. Nothing was set\./,
  );
  await server.asOwner(async (manager) => {
    const { state } = await manager.streams.info('KV_KASIRBOX');
    assert.is(state.messages, 0);
  });
  await server.kill();
});

real('a version that the server would not take is refused, with what to do', async () => {
  const server = await NatsServer.start([], 'max_payload: 2048');
  const seed = join(server.folder, 'owner.seed');
  const ca = join(server.folder, 'ca.pem');
  writeFileSync(seed, server.owner.seed);
  writeFileSync(ca, server.authority.ca);
  const rows = Array.from({ length: 500 }, (_, n) => `${n};${Math.sin(n).toString(36)};${n};Ђ`);
  const set = await kasirbox(
    ['fleet', 'catalogue', 'kiosks', '-', '--nats', server.url, '--ca', ca, '--credentials', seed],
    { input: `plu;назив;цена;ознака\n${rows.join('\n')}\n` },
  );
  assert.match(
    set.stderr,
    /The version has \d+ bytes, but the server accepts messages of up to 2048\. Increase max_payload/,
  );
  await server.kill();
});

real(
  'what the server has and nobody can read stops an owner, until he begins anew with a number of his own',
  async () => {
    const { server, set } = await owner();
    const csv = 'plu;назив;цена;ознака\n101;Хлеб;89,90;Ђ\n';
    await set(['catalogue', 'kiosks', '-'], csv);
    const put = (content: unknown) =>
      server.asOwner(async (manager) => {
        await manager.jetstream().publish('$KV.KASIRBOX.catalogue.kiosks', packed(content));
      });
    await put({ version: Number.MAX_SAFE_INTEGER, at: null, items: [] });
    const refused = await set(['catalogue', 'kiosks', '-', '--version', '3'], csv);
    assert.is(refused.code, 1);
    assert.match(
      refused.stderr,
      /catalogue\.kiosks cannot be read: version must be at most 1000000000.*give --replace, and/,
    );
    const anew = await set(['catalogue', 'kiosks', '-', '--version', '3', '--replace'], csv);
    assert.match(
      anew.stdout,
      /^1 created, 0 changed, of 1 items\nVersion 3 of the catalogue of kiosks is valid now\.\n$/,
    );
    // The highest number that there is.
    await put({ version: 1_000_000_000, at: null, items: [] });
    const last = await set(['catalogue', 'kiosks', '-'], csv);
    assert.match(last.stderr, /highest version number is 1000000000: .* kasirbox fleet group BOX NAME/);
    await server.kill();
  },
);

real(
  'an odd price, a new label and an unknown group are asked about; a dry run sets nothing, and there is a way back',
  async () => {
    const { set } = await owner();
    const list = (price: string, label = 'Ђ'): string => `plu;назив;цена;ознака\n101;Еспресо;${price};${label}\n`;
    assert.is((await set(['catalogue', 'bars', '-'], list('160,00'))).code, 0);
    const dry = await set(['catalogue', 'bars', '-', '--dry-run'], list('180,00'));
    assert.equal([dry.code, dry.stdout], [0, '  Еспресо: 160.00 → 180.00 RSD\nNothing was set (--dry-run).\n']);
    const odd = await set(['catalogue', 'bars', '-'], list('1600000,00'));
    assert.is(odd.code, 1);
    assert.match(odd.stdout, /Еспресо: 160\.00 → 1,600,000\.00 RSD/);
    assert.match(odd.stderr, /Unusual prices: 1\.\n.*nothing was set; if this is what you intend, add --yes/);
    const label = await set(['catalogue', 'bars', '-'], list('160,00', 'Ж'));
    assert.match(label.stderr, /New tax labels: Ж\. A box where they are not active refuses the whole version/);
    const meant = await set(['catalogue', 'bars', '-', '--yes'], list('1600000,00'));
    assert.match(meant.stdout, /Version 2 of the catalogue of bars is valid now/);
    const back = await set(['catalogue', 'bars', '--back'], '');
    assert.equal([back.code, back.stderr], [0, '']);
    const again = await set(['catalogue', 'bars', '-'], list('160,00'));
    assert.match(again.stdout, /Version 3 of the catalogue of bars already has all of that/);
  },
);

test('a group that no box is in is a typo until somebody says that it is meant', async () => {
  const server = join(temporaryFolder(), 'server');
  const made = await kasirbox([
    'fleet',
    'init',
    '--url',
    'tls://localhost:4222',
    '--server',
    server,
    '--store',
    server,
  ]);
  assert.is(made.code, 0, made.stderr);
  const box = 'ab'.repeat(16);
  assert.is((await kasirbox(['fleet', 'add', 'трафика-1', box, '--group', 'kiosks', '--server', server])).code, 0);
  assert.match((await kasirbox(['fleet', 'list', '--server', server])).stdout, /трафика-1 {2}kiosks/);
  const { unknownGroup } = await import('../../../src/programs/cli/fleetGroup.js');
  assert.is(await unknownGroup('kiosks', server), undefined);
  assert.is((await unknownGroup('kisoks', server))?.en, 'No box is in the group kisoks. Groups with boxes: kiosks.');
});

test('what is wrong with the command is said before anything is done', async () => {
  const words = ['fleet', 'catalogue', 'kiosks', '-', '--nats'];
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['fleet', 'catalogue', 'kiosks', '-'], /usage:\s+kasirbox fleet catalogue GROUP FILE\.csv --nats URL/],
    [['fleet', 'catalogue', 'kiosks', '--nats', 'nats://127.0.0.1:1'], /usage:/],
    [[...words, 'http://127.0.0.1:1'], /--nats must be a URL that begins with nats:\/\/ or tls:\/\//],
    [['fleet', 'catalogue', 'a.b', '-', '--nats', 'nats://127.0.0.1:1'], /GROUP must be 1 to 40 letters/],
    [[...words, 'nats://127.0.0.1:1', '--at', 'tomorrow'], /--at must be a time in Belgrade/],
    [[...words, 'nats://127.0.0.1:1', '--at', '2020-01-01 06:00'], /--at has passed: it is now 20/],
    [[...words, 'nats://127.0.0.1:1', '--version', '0'], /--version must be a whole number, 1 to 1000000000/],
    [[...words, 'nats://127.0.0.1:1', '--version', '1000000001'], /--version must be a whole number, 1 to 1000000000/],
    [[...words, 'nats://127.0.0.1:1', '--encoding', 'latin1'], /--encoding must be one of utf-8/],
  ];
  for (const [args, wanted] of cases) {
    const { code, stderr } = await kasirbox(args, { env: { LC_ALL: 'C.UTF-8' } });
    assert.is(code, 2, stderr);
    assert.match(stderr, wanted);
  }
  const unreached = await kasirbox([...words, 'nats://127.0.0.1:1'], { input: 'plu;назив;ознака\n1;Сир;Ђ\n' });
  assert.is(unreached.code, 1);
  assert.match(unreached.stderr, /NATS cannot be used: /);
});

test.run();
