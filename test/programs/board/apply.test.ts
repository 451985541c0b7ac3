// time limit: 240 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { shareOf } from '../../kit/cases.js';
import { CHANGING, MemoryDisk } from '../../kit/disk/memory.js';
import { momentOf, type Moment, statesAfterCut } from '../../kit/disk/powerCut.js';
import { seededRandom } from '../../kit/random.js';
import { cardWith, start, textsOn } from './boardDisk.js';
import { COMPANY, WHOLE, WIFI } from './files.js';

const random = seededRandom();

const REPORT = '/boot/kasirbox-report.txt';
const FILE = '/boot/kasirbox.toml';
const KEPT = '/keep/board.json';

test('a file is taken over: kept, handed to the service, wiped, reported, and the network is configured', async () => {
  const disk = cardWith(WHOLE);
  const { failures, seen } = await start(disk);
  assert.equal(failures, []);
  const files = textsOn(disk);
  assert.equal(
    [...files.keys()],
    [
      FILE,
      REPORT,
      '/data/claim-code',
      '/data/first-boot.json',
      KEPT,
      '/run/kasirbox-board/board.json',
      '/run/kasirbox-board/rescue-code',
      '/run/kasirbox-board/ssh',
      '/run/ssh/authorized_keys',
      '/run/systemd/network/20-kasirbox-cable.network',
      '/run/systemd/network/20-kasirbox-radio.network',
      '/run/systemd/timesyncd.conf.d/kasirbox.conf',
      '/run/wpa_supplicant/wpa_supplicant-wlan0.conf',
    ].sort(),
  );
  assert.is(files.get('/data/claim-code'), '7K3QM2XW\n');
  assert.equal(JSON.parse(files.get('/data/first-boot.json') ?? ''), { company: COMPANY });
  assert.not.match(files.get(FILE) ?? '', /tajna|7k3q/);
  assert.match(files.get(REPORT) ?? '', /^\ufeffKASIRBOX: шта је са датотеком/);
  assert.is((files.get(REPORT) ?? '').length > 0 && Buffer.byteLength(files.get(REPORT) ?? '') % 4096, 0);
  assert.is(seen.hostname, 'kasa-1');
  assert.is(seen.given.get(KEPT), '600 root');
  assert.is(seen.given.get('/data/first-boot.json'), '600 service');
  assert.is(seen.given.get('/run/wpa_supplicant/wpa_supplicant-wlan0.conf'), '600 root');
});

test('the next start configures the same, and writes nothing to the card or to what is kept', async () => {
  const disk = cardWith(WHOLE);
  await start(disk);
  const first = textsOn(disk);
  await disk.remove('/data/first-boot.json');
  await disk.remove('/data/claim-code');
  const written: string[] = [];
  disk.before = (operation, path) => {
    if (CHANGING.includes(operation) && !path.startsWith('/run')) written.push(`${operation} ${path}`);
  };
  const { seen } = await start(disk);
  assert.equal(written, []);
  assert.is(seen.remounts, 0);
  assert.equal(textsOn(disk, '/run'), new Map([...first].filter(([path]) => path.startsWith('/run'))));
});

test('what the configuration before has left in the running system is removed', async () => {
  const disk = cardWith(null);
  await start(disk);
  assert.ok(textsOn(disk).has('/run/kasirbox-board/access-point.json'));
  (await disk.create(FILE)).write(0, Buffer.from(WIFI));
  await start(disk);
  assert.not.ok(textsOn(disk).has('/run/kasirbox-board/access-point.json'));
  assert.not.ok(textsOn(disk).has('/run/systemd/resolved.conf.d/kasirbox.conf'));
});

test('a report is written over the one before, whose rest becomes blanks', async () => {
  const disk = cardWith('[wifi]\nssid = a\n');
  await start(disk);
  assert.match(textsOn(disk).get(REPORT) ?? '', /line 2/);
  disk.damage(FILE, () => Buffer.from(WIFI));
  await start(disk);
  const report = textsOn(disk).get(REPORT) ?? '';
  assert.not.match(report, /line 2/);
  assert.match(report, /Wi-Fi: network "Пекара"/);
});

for (const where of ['/keep', '/data']) {
  test(`where ${where} cannot be written, the secrets stay in the file and the network is configured all the same`, async () => {
    const disk = cardWith(WHOLE);
    disk.fault = (operation, path) => (CHANGING.includes(operation) && path.startsWith(where) ? 'EROFS' : undefined);
    const { failures } = await start(disk);
    assert.is(failures.length, 1, failures.map(({ en }) => en).join());
    const files = textsOn(disk);
    assert.is(files.get(FILE), WHOLE);
    assert.ok(files.has('/run/wpa_supplicant/wpa_supplicant-wlan0.conf'));
    disk.fault = () => undefined;
    await start(disk);
    assert.not.match(textsOn(disk).get(FILE) ?? '', /tajna/);
    assert.is(textsOn(disk).get('/data/claim-code'), '7K3QM2XW\n');
    assert.ok(textsOn(disk).has('/data/first-boot.json'));
  });
}

test('where the data partition is not there at all, the network is set up by the file, which stays as it is', async () => {
  const disk = cardWith(WHOLE);
  for (const path of ['/keep', '/data']) disk.forget(path);
  disk.fault = (operation, path) =>
    ['makeDir', 'create'].includes(operation) && /^\/(?:keep|data)/.test(path) ? 'EROFS' : undefined;
  const { failures } = await start(disk);
  assert.is.not(failures.length, 0);
  assert.is(textsOn(disk).get(FILE), WHOLE);
  assert.match(textsOn(disk).get('/run/wpa_supplicant/wpa_supplicant-wlan0.conf') ?? '', /psk=/);
});

test('where the card cannot be read, what was kept holds', async () => {
  const disk = cardWith(WHOLE);
  await start(disk);
  const radio = '/run/wpa_supplicant/wpa_supplicant-wlan0.conf';
  const before = textsOn(disk).get(radio);
  disk.forget('/run/wpa_supplicant');
  const { failures } = await start(disk, {
    read: (path) => Promise.reject(new DiskError('EIO', 'read', path)),
  });
  assert.match(failures.map(({ en }) => en).join(), /Cannot read kasirbox\.toml: .*EIO/);
  assert.is(textsOn(disk).get(radio), before);
});

test('where the card cannot be written, all else is done, and it is said', async () => {
  const disk = cardWith(WHOLE);
  const { failures } = await start(disk, {
    whileWritable: () => Promise.reject(new DiskError('EROFS', 'remount', '/boot')),
  });
  assert.equal(failures, [
    {
      sr: 'На картицу не може да се упише: remount /boot: EROFS',
      en: 'Cannot write to the card: remount /boot: EROFS',
    },
  ]);
  assert.ok(textsOn(disk).has(KEPT));
});

/** Everything that a board has in the end but its memory, which every start makes anew. */
function outcome(disk: MemoryDisk): Map<string, string> {
  const files = [...textsOn(disk)].filter(([path]) => !path.startsWith('/run') && !path.endsWith('.tmp'));
  return new Map(
    files.map(([path, text]) => {
      // How many blanks follow the report, and which pieces the last wiping had, depends on where the one before was torn.
      if (path === REPORT) return [path, text.trimEnd()];
      return [path, path === KEPT ? JSON.stringify({ ...JSON.parse(text), wiping: null }) : text];
    }),
  );
}

/** All moments at which a start may be cut. */
async function momentsOf(disk: MemoryDisk): Promise<Moment[]> {
  const moments: Moment[] = [];
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) moments.push(momentOf(disk));
  };
  await start(disk);
  disk.before = () => undefined;
  moments.push(momentOf(disk));
  return moments;
}

/** Longer than a sector, so that a cut may tear the file between its secrets. */
const LONG = WHOLE.replace('[claim]', `${'# napomena o uređaju, da bi datoteka bila duža\n'.repeat(14)}[claim]`);

for (const [name, file] of [
  ['a short file', WHOLE],
  ['a file of several sectors', LONG],
  ['a file with a mistake', `${WHOLE}[wifi]\n`],
] as const) {
  test(`a power cut at any moment of the first start loses nothing: ${name}`, async () => {
    const undisturbed = cardWith(file);
    await start(undisturbed);
    const wanted = outcome(undisturbed);
    const moments = await momentsOf(cardWith(file));
    assert.ok(moments.length > 20, String(moments.length));
    let states = 0;
    const tried = shareOf(moments, 10);
    for (const moment of tried) {
      for (const state of statesAfterCut(moment, random, 12)) {
        states += 1;
        const again = new MemoryDisk(new Map([...state].filter(([path]) => !path.startsWith('/run/'))));
        const { failures } = await start(again);
        assert.equal(failures, []);
        assert.equal(outcome(again), wanted);
      }
    }
    assert.ok(states >= tried.length, String(states));
    if (tried.length === moments.length) assert.ok(states > 100, String(states));
  });
}

test('a second cut while the next start mends the first loses nothing either', async () => {
  const undisturbed = cardWith(LONG);
  await start(undisturbed);
  const wanted = outcome(undisturbed);
  const moments = (await momentsOf(cardWith(LONG))).filter((_, at) => at % 3 === 0);
  let cuts = 0;
  for (const moment of shareOf(moments, 3)) {
    for (const state of statesAfterCut(moment, random, 4)) {
      const second = new MemoryDisk(new Map([...state].filter(([path]) => !path.startsWith('/run/'))));
      const [later] = (await momentsOf(second)).filter(() => random.oneIn(4));
      if (later === undefined) continue;
      for (const twice of statesAfterCut(later, random, 3)) {
        const third = new MemoryDisk(new Map([...twice].filter(([path]) => !path.startsWith('/run/'))));
        await start(third);
        assert.equal(outcome(third), wanted);
        cuts += 1;
      }
    }
  }
  assert.ok(cuts > 0);
});

test.run();
