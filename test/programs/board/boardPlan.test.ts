// turns: 2
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatConfig, parseConfig } from '../../../src/programs/board/storedConfig.js';
import { pskOf } from '../../../src/programs/board/networkFiles.js';
import { seededRandom } from '../../kit/random.js';
import { rescueCodeOf } from '../../../src/programs/board/boardState.js';
import { COMPANY, ED25519, FACTS, fileOf, NOTHING, PASSWORD, plan, WHOLE, WIFI } from './files.js';

const random = seededRandom();

test('the key of a network is the one of the standard (IEEE 802.11, J.4.2), and a key that is given stays', () => {
  assert.is(pskOf('IEEE', 'password'), 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e');
  assert.is(
    pskOf('ThisIsASSID', 'ThisIsAPassword'),
    '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af',
  );
  assert.is(pskOf('x', 'AB'.repeat(32)), 'ab'.repeat(32));
});

test('with a Wi-Fi the box joins it: name and key in hex digits, the password nowhere', () => {
  const planned = plan(WHOLE);
  assert.is(
    fileOf(planned, 'wpa_supplicant'),
    [
      'ctrl_interface=DIR=/run/wpa_supplicant',
      'country=RS',
      'network={',
      `\tssid=${Buffer.from('Пекара').toString('hex')}`,
      '\tscan_ssid=1',
      '\tkey_mgmt=WPA-PSK WPA-PSK-SHA256',
      '\tproto=RSN',
      '\tpairwise=CCMP',
      '\tieee80211w=1',
      `\tpsk=${pskOf('Пекара', 'tajna-lozinka')}`,
      '}',
      '',
    ].join('\n'),
  );
  const everything = JSON.stringify([planned.files, planned.config, planned.report, planned.file?.toString()]);
  assert.not.ok(everything.includes('tajna-lozinka'));
  assert.not.match(JSON.stringify([planned.config, planned.report, planned.file?.toString()]), /7k3q-?m2xw/i);
  for (const path of ['access-point', 'resolved']) assert.is(fileOf(planned, path), undefined, path);
  assert.equal(planned.handedOver, { company: JSON.stringify(COMPANY), claimCode: '7K3QM2XW' });
  assert.is(planned.hostname, 'kasa-1');
});

test('a fixed address belongs to the Wi-Fi where there is one, else to the cable', () => {
  const isFixed = (text: string | undefined) => /^Address=192\.168\.1\.50\/24$/m.test(text ?? '');
  const both = plan(WHOLE);
  assert.ok(isFixed(fileOf(both, 'radio.network')));
  assert.match(fileOf(both, 'radio.network') ?? '', /^DHCP=no$/m);
  assert.match(fileOf(both, 'radio.network') ?? '', /^Gateway=192\.168\.1\.1$/m);
  assert.not.ok(isFixed(fileOf(both, 'cable.network')));
  assert.match(fileOf(both, 'cable.network') ?? '', /^DHCP=yes$/m);
  const cable = plan('[network]\naddress = "192.168.1.50/24"\ngateway = "192.168.1.1"\n');
  assert.ok(isFixed(fileOf(cable, 'cable.network')));
  assert.match(
    fileOf(cable, 'cable.network') ?? '',
    /^DNS=192\.168\.1\.1$/m,
    'the router answers where no other is named',
  );
  assert.not.ok(isFixed(fileOf(cable, 'radio.network')));
});

test('the files of time servers and of SSH are there only when something was given for them', () => {
  const whole = plan(WHOLE);
  assert.match(fileOf(whole, 'timesyncd') ?? '', /^NTP=rs\.pool\.ntp\.org$/m);
  assert.is(fileOf(whole, 'authorized_keys'), `${ED25519}\n`);
  assert.is(fileOf(whole, 'kasirbox-board/ssh'), '');
  const none = plan('[wifi]\n');
  for (const path of ['timesyncd', 'ssh']) {
    assert.is(fileOf(none, path), undefined);
    assert.ok(
      none.absent.some((one) => one.includes(path)),
      'what stood there before is removed',
    );
  }
});

test('without a Wi-Fi the box opens its own access point, with a password that stays', () => {
  const first = plan(null);
  assert.is(first.hostname, 'kasirbox-1a2b');
  assert.equal(JSON.parse(fileOf(first, 'access-point') ?? ''), {
    ssid: 'Kasirbox-1A2B',
    password: PASSWORD,
    adapter: 'wlan0',
  });
  const config = fileOf(first, 'wpa_supplicant') ?? '';
  assert.match(config, /^\tmode=2$/m);
  assert.ok(config.includes(`psk=${pskOf('Kasirbox-1A2B', PASSWORD)}`));
  assert.not.ok(config.includes(PASSWORD));
  assert.match(fileOf(first, 'radio.network') ?? '', /^Address=10\.83\.0\.1\/24$/m);
  assert.match(fileOf(first, 'radio.network') ?? '', /^DHCPServer=yes$/m);
  assert.is(first.file, null);
  assert.match(first.report, /Датотеке нема/);
  const again = plan(null, first.config, { ...FACTS, mark: null });
  assert.is(again.config, first.config, 'nothing changes at the next start, even without a number of the board');
  assert.equal(again.files, first.files);
});

test('secrets are for root alone; access point and rescue code are for the service', () => {
  const modes = (text: string | null) =>
    plan(text)
      .files.filter(({ mode }) => mode !== 0o644)
      .map(({ path, mode, owner }) => `${path} ${mode.toString(8)} ${owner}`);
  const code = 'kasirbox-board/rescue-code 400 service';
  assert.equal(modes(WHOLE), [code, 'wpa_supplicant/wpa_supplicant-wlan0.conf 600 root']);
  assert.equal(modes(null), [
    code,
    'wpa_supplicant/wpa_supplicant-wlan0.conf 600 root',
    'kasirbox-board/access-point.json 400 service',
  ]);
});

test('the rescue code follows from what the board keeps, is the same at each start, and is in the report', () => {
  const code = rescueCodeOf(PASSWORD);
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  assert.is.not(rescueCodeOf('ABCDEFGHJKMP'), code);
  for (const text of [null, WHOLE]) {
    const planned = plan(text);
    assert.is(fileOf(planned, 'rescue-code'), `${code}\n`);
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    assert.match(planned.report, `Код за страницу спасавања: ${shown}`);
    assert.match(planned.report, `Code for the rescue page: ${shown}`);
  }
});

test('a board without a Wi-Fi adapter reports no network of its own, but what to do', () => {
  const { report, files } = plan(null, NOTHING, { ...FACTS, hasNoRadio: true });
  assert.not.match(report, /Kasirbox-1A2B/);
  assert.match(report, /Повежите уређај мрежним каблом[\s\S]*Connect the box with a network cable/);
  assert.equal(files, plan(null).files, 'an adapter that comes later is driven all the same');
  assert.match(plan(null).report, /Kasirbox-1A2B/);
});

test('a file with a mistake changes nothing at all, keeps its secrets, and the report says what and where', () => {
  const before = plan(WHOLE).config;
  const bad = `${WIFI.replace('Пекара', 'Друга')}[network]\nhostname = "a_b"\n`;
  const planned = plan(bad, before);
  assert.is(planned.config, before);
  assert.equal(planned.handedOver, {});
  assert.is(planned.file?.toString(), bad);
  assert.equal(
    planned.files.filter(({ path }) => !path.includes('board.json')),
    plan(null, before).files.filter(({ path }) => !path.includes('board.json')),
  );
  for (const told of [/ред 5: Име уређаја/, /line 5: The host name/, /нису обрисане/, /were not wiped/]) {
    assert.match(planned.report, told);
  }
  assert.match(fileOf(plan(bad), 'wpa_supplicant') ?? '', /mode=2/, 'a new box opens its access point');
});

test('the wiped file is as long as it was, differs only where the secrets stood, and is taken again without a change', () => {
  const first = plan(WHOLE);
  const [before, after] = [WHOLE.split('\n'), (first.file ?? Buffer.alloc(0)).toString().split('\n')];
  assert.is(first.file?.length, Buffer.byteLength(WHOLE));
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : [line]));
  assert.equal(
    changed.map((line) => line.trimEnd()),
    ['# password = taken over', '# code: taken'],
  );
  const again = plan(first.file, first.config);
  assert.is(again.config, first.config);
  assert.equal(again.file, first.file);
  assert.equal(again.handedOver, {});
  assert.is(again.report, first.report, 'so that the card is not written at the second start');
  assert.equal(again.files, first.files);
});

test('the remark has the date where one is known and there is room for it', () => {
  const long = WIFI.replace('password = ', 'password          =          ');
  assert.match(plan(long).file?.toString() ?? '', /^# password = taken over on 2026-11-23 *$/m);
  assert.match(plan(long, NOTHING, { ...FACTS, today: null }).file?.toString() ?? '', /^# password = taken over *$/m);
  const short = '[wifi]\nssid="a"\npassword="12345678"\n';
  assert.match(plan(short).file?.toString() ?? '', /^# password: taken *$/m);
});

test('a remark that repeats the password is wiped too, and other remarks stay', () => {
  const text = `# mreža za kasu\n${WIFI}# stara: tajna-lozinka\n`;
  const wiped = plan(text).file?.toString() ?? '';
  assert.not.ok(wiped.includes('tajna-lozinka'));
  assert.match(wiped, /^# mreža za kasu$/m);
});

test('a section replaces what was kept of it, one that is missing leaves it, and an empty name takes it back', () => {
  const { config: kept } = plan(WHOLE);
  const other = plan('[network]\nhostname = "kasa-2"\n', kept);
  assert.is(other.hostname, 'kasa-2');
  assert.is(other.config.address, null);
  assert.equal(other.config.wifi, kept.wifi);
  assert.is(plan('[wifi]\nssid = ""\n', kept).config.wifi, null);
  assert.equal(plan('[ssh]\nkey = ""\n', kept).config.sshKeys, []);
  assert.is(plan('[wifi]\ncountry = "me"\n', kept).config.country, 'ME');
});

test('a network that is not the one that was kept needs its password', () => {
  const { config: kept } = plan(WHOLE);
  assert.equal(plan('[wifi]\nssid = "Пекара"\n', kept).config.wifi?.psk, kept.wifi?.psk);
  assert.match(plan('[wifi]\nssid = "Друга"\n', kept).report, /line 2: This network also needs a password/);
  assert.is(plan('[wifi]\nssid = "Пекара"\n').problems.length, 1);
});

test('a new secret in the place of one that was wiped is taken over, also one as long as the old', () => {
  const first = plan(WHOLE);
  const wiped = first.file?.toString() ?? '';
  const other = plan(WHOLE.replace('tajna-lozinka', 'tajna-lozinkb'), first.config);
  assert.is(other.config.wifi?.psk, pskOf('Пекара', 'tajna-lozinkb'));
  const code = plan(wiped.replace(/^# code: taken +$/m, 'code = "abcd-efgh"'), first.config);
  assert.equal(code.handedOver, { claimCode: 'ABCDEFGH' });
  assert.is(plan('[wifi]\nssid = ""\n', first.config).config.wifi, null);
  assert.is(plan(WHOLE, plan('[wifi]\nssid = ""\n', first.config).config).config.wifi?.ssid, 'Пекара');
});

test('a file that was torn at any byte while it was wiped is wiped to its end, and means the same', () => {
  const first = plan(WHOLE);
  const [old, wiped] = [Buffer.from(WHOLE), first.file ?? Buffer.alloc(0)];
  const isChanged = (at: number): boolean => old[at] !== wiped[at] || old[at - 1] !== wiped[at - 1];
  const cuts = Array.from(old.keys()).filter(isChanged);
  for (const at of cuts) {
    for (const [front, back] of [
      [old, wiped],
      [wiped, old],
    ] as const) {
      const torn = Buffer.concat([front.subarray(0, at), back.subarray(at)]);
      const planned = plan(torn, first.config);
      assert.equal(planned.problems, [], torn.toString());
      assert.is(planned.file?.toString(), wiped.toString());
      assert.equal({ ...planned.config, wiping: null }, { ...first.config, wiping: null });
    }
  }
});

test('a company is handed over once, and again only when it is another', () => {
  const { config: kept } = plan(WHOLE);
  assert.equal(plan(WHOLE, kept).handedOver, { claimCode: '7K3QM2XW' });
  const moved = plan(WHOLE.replace('Главна 1', 'Главна 2'), kept);
  assert.match(moved.handedOver.company ?? '', /Главна 2/);
});

test('what is kept comes back from its text, and what somebody else wrote there does not', () => {
  const { config: kept } = plan(WHOLE);
  assert.equal(parseConfig(formatConfig(kept)), kept);
  for (const text of [
    '',
    '{}',
    'null',
    formatConfig({ ...kept, hostname: 'a\nb' }),
    formatConfig({ ...kept, country: 'RS\n' }),
  ]) {
    assert.is(parseConfig(text), undefined, text);
  }
});

/** Each row of a generated file is one that these tests know. */
const KNOWN_ROW = new RegExp(
  [
    '^$',
    '^# Written by kasirbox at each start\\.$',
    '^\\[(?:Match|Link|Network|Address|Route|DHCPv4|DHCPServer|IPv6AcceptRA|Resolve|Time)\\]$',
    '^[A-Z][A-Za-z0-9]+=[\\w./:*! -]+$',
  ].join('|'),
);
const KNOWN_RADIO_ROW =
  /^(?:ctrl_interface=DIR=\/run\/wpa_supplicant|country=[A-Z]{2}|network=\{|\}|\t[a-z0-9_]+=[A-Za-z0-9 -]+|)$/;
const NASTY = [
  '\n',
  '\r\n',
  '"',
  "'",
  '}',
  '{',
  '=',
  '[Network]',
  '\\',
  '\0',
  '#',
  ';',
  '%',
  ' ',
  '\u2028',
  'DNS=6.6.6.6',
  'psk=',
  'Љ',
  'a',
  '1',
  '.',
  '/',
  ':',
];

/** A text of TOML for any text. */
function quoted(text: string): string {
  const escaped = Array.from(text, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code < 0x20 || '"\\\u007f'.includes(one) ? `\\u${code.toString(16).padStart(4, '0')}` : one;
  });
  return `"${escaped.join('')}"`;
}

test('nothing in a file makes a line of its own in a generated file', () => {
  let taken = 0;
  for (let round = 0; round < 1200; round += 1) {
    const nasty = (good: string): string => {
      if (random.oneIn(2)) return good;
      const parts = Array.from({ length: random.int(1, 4) }, () => random.pick(NASTY));
      return random.oneIn(2) ? `${good}${parts.join('')}` : parts.join('');
    };
    const rows = {
      wifi: { ssid: nasty('Pekara'), password: nasty('tajna-lozinka'), country: nasty('RS') },
      network: {
        hostname: nasty('kasa'),
        address: nasty('192.168.1.5/24'),
        gateway: nasty('192.168.1.1'),
        dns: nasty('1.1.1.1'),
        time_servers: nasty('ntp.rs'),
      },
      ssh: { key: nasty(ED25519) },
    };
    const text = Object.entries(rows)
      .flatMap(([section, values]) => {
        const given = Object.entries(values).filter(() => !random.oneIn(3) || section === 'wifi');
        return [`[${section}]`, ...given.map(([name, value]) => `${name} = ${quoted(value)}`)];
      })
      .join('\n');
    const planned = plan(text);
    if (planned.problems.length === 0) taken += 1;
    for (const { path, content } of planned.files) {
      if (path.endsWith('.json') || path.endsWith('rescue-code')) assert.is(content.trimEnd().split('\n').length, 1);
      else if (path.includes('authorized_keys')) assert.match(content, /^ssh-ed25519 [A-Za-z0-9+/=]+( [\w.@+-]+)?\n$/);
      else {
        const known = path.includes('wpa_supplicant') ? KNOWN_RADIO_ROW : KNOWN_ROW;
        for (const row of content.split('\n')) assert.match(row, known, `${path}: ${JSON.stringify(row)} of ${text}`);
      }
    }
    for (const row of planned.report.split('\r\n')) assert.not.match(row, /[\n\r\0\u2028]/);
  }
  assert.ok(taken > 5, `only ${taken} were taken over`);
});

test.run();
