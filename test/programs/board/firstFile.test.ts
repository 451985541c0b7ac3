import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTin } from '../../../src/base/idNumbers.js';
import { readFirstFile } from '../../../src/programs/board/firstFile.js';
import { COMPANY, complaints, ED25519, WHOLE, WIFI } from './files.js';

function given(text: string | Buffer) {
  const read = readFirstFile(Buffer.from(text));
  if (!read.ok) throw new Error(complaints(text).join('\n'));
  return read.value.given;
}

test('a whole file is read, each value in the form in which it is used', () => {
  assert.ok(isTin(COMPANY.tin));
  assert.equal(JSON.parse(JSON.stringify(given(WHOLE))), {
    wifi: { ssid: 'Пекара', password: 'tajna-lozinka', country: 'RS', hidden: true },
    network: {
      hostname: 'kasa-1',
      address: { address: '192.168.1.50', prefix: 24 },
      gateway: '192.168.1.1',
      dns: ['192.168.1.1', '9.9.9.9'],
      time_servers: ['rs.pool.ntp.org'],
    },
    company: COMPANY,
    claim: { code: '7K3QM2XW' },
    ssh: { key: [ED25519] },
  });
});

test('what Notepad makes of it is the same: line ends of Windows, and the mark of UTF-8', () => {
  const windows = Buffer.from(`\ufeff${WHOLE.replaceAll('\n', '\r\n')}`);
  assert.equal(given(windows), given(WHOLE));
  assert.equal(given(''), {});
  assert.equal(given('# only a remark\n[wifi]\n'), {});
});

test('an encoding that is not UTF-8 is told, and where', () => {
  for (const text of [Buffer.from(`\ufeff${WIFI}`, 'utf16le'), Buffer.from(WIFI, 'utf16le')]) {
    assert.match(complaints(text).join('\n'), /^1: The file is saved as UTF-16/);
  }
  const ansi = Buffer.concat([Buffer.from('[wifi]\nssid = "'), Buffer.from([0xcf, 0xe5]), Buffer.from('"\n')]);
  assert.match(complaints(ansi).join('\n'), /^2: Some letters here are not saved as UTF-8/);
});

test('a file beyond 64 KB is refused, one of 64 KB is read', () => {
  assert.match(complaints(`#${'x'.repeat(64 * 1024)}`).join(), /^1: The file is larger than 64 KB/);
  assert.equal(given(`#${'x'.repeat(64 * 1024 - 1)}`), {});
});

const SYNTAX: readonly (readonly [line: string, told: RegExp])[] = [
  ['ssid = “Pekara”', /curly quotes/],
  ['ssid = "Pekara”', /curly quotes/],
  ['ssid = Pekara', /value in quotes/],
  ['ssid = "Pekara', /not closed/],
  ["ssid = 'Pekara", /not closed/],
  ['ssid = "C:\\kasa"', /backslash/],
  ['ssid "Pekara"', /no equals sign/],
  ['ѕѕid = "Pekara"', /English letters/],
  ['ssid\u00a0= "Pekara"', /invisible character/],
  ['ssid = "Pekara" "2"', /not valid/],
  ['[[wifi]]', /section alone/],
  ['[wifi.home]', /section alone/],
  ['[wifi', /section alone/],
];

for (const [line, told] of SYNTAX) {
  test(`what is wrong with the line ${JSON.stringify(line)} is explained, with its number`, () => {
    const [first = '', ...others] = complaints(`[wifi]\n# two\n${line}\n`);
    assert.match(first, /^3: /);
    assert.match(first, told);
    assert.equal(others, []);
  });
}

const VALUES: readonly (readonly [section: string, line: string, told: RegExp])[] = [
  ['wifi', `ssid = "${'ш'.repeat(17)}"`, /32 bytes/],
  ['wifi', 'ssid = 5', /"ssid" must be a text/],
  ['wifi', 'ssid.name = "x"', /"ssid" must be a text/],
  ['wifi', 'hidden = "yes"', /true or false/],
  ['wifi', 'country = "SRB"', /two letters/],
  ['wifi', 'password = "1234567"', /8 to 63/],
  ['wifi', 'password = "лозинка123"', /8 to 63/],
  ['wifi', `password = "${'x'.repeat(64)}"`, /8 to 63/],
  ['wifi', 'password = "line\\nbreak"', /8 to 63/],
  ['wifi', 'password = "good-enough"', /also needs the network name/],
  ['wifi', 'pasword = "x"', /→ password/],
  ['wifi', 'address = "x"', /→ \[network\]/],
  ['wifi', '__proto__ = 1', /not valid|value in quotes|no value "__proto__"/],
  ['wifii', 'ssid = "x"', /→ wifi/],
  ['network', 'hostname = "kasa_1"', /host name/],
  ['network', 'hostname = "-kasa"', /host name/],
  ['network', 'hostname = "123"', /host name/],
  ['network', `hostname = "${'k'.repeat(64)}"`, /host name/],
  ['network', 'address = "192.168.1.50"', /prefix length/],
  ['network', 'address = "192.168.1.0/24"', /not be the first or last/],
  ['network', 'address = "192.168.1.255/24"', /not be the first or last/],
  ['network', 'address = "10.83.0.7/24"', /own access point/],
  ['network', 'address = "10.1.2.3/8"', /own access point/],
  ['network', 'gateway = "192.168.1.1"', /only with an address/],
  ['network', 'dns = "router"', /IP addresses/],
  ['network', 'dns = ["fe80::1%eth0"]', /IP addresses/],
  ['network', 'dns = ["1.1.1.1", 5]', /or several/],
  ['network', 'time_servers = ["a b"]', /host names/],
  ['company', 'tin = "100000023"', /nine digits/],
  ['company', 'location = "Pekara"', /7 digits/],
  ['company', 'name = "Pekara"', /company data: tin, location, address, district/],
  ['claim', 'code = "1234"', /eight characters/],
  ['ssh', `key = "command=\\"x\\" ${ED25519}"`, /public key/],
  ['ssh', `key = "${ED25519.replace('AAAAC3', 'AAAAD3')}"`, /public key/],
  ['ssh', 'key = "ssh-dss AAAAB3NzaC1kc3M="', /public key/],
  ['ssh', `key = "${ED25519}\\nssh-rsa AAAA"`, /public key/],
];

for (const [section, line, told] of VALUES) {
  test(`[${section}] ${line.slice(0, 40)} is refused, and it says why`, () => {
    assert.match(complaints(`[${section}]\n${line}\n`).join('\n'), told);
  });
}

test('all mistakes are told at once, in the order of the lines', () => {
  const text = '[wifi]\nssid = “a”\npassword = "short"\n\n[net]\nx = 1\n[network]\nhostnam = "a"\nhostname = "?"\n';
  assert.equal(
    complaints(text).map((one) => one.slice(0, 2)),
    ['2:', '3:', '5:', '8:', '9:'],
  );
});

test('what is given twice is told with both lines, and what stands above any section too', () => {
  const [value, section] = complaints('[wifi]\nssid = "a"\nssid = "b"\n[wifi]\n');
  assert.match(value ?? '', /^3: "ssid" is already given in line 2/);
  assert.match(section ?? '', /^4: "\[wifi\]" is already given in line 1/);
  assert.match(complaints('ssid = "a"\n').join(), /^1: The name of a section is missing above this line/);
  assert.match(complaints('wifi = { ssid = "a" }\n').join(), /^1: The name of a section is missing above this line/);
});

test('lines that only look like values, inside a text of several lines, do not pass', () => {
  assert.is.not(complaints('[wifi]\nssid = """\n[claim]\ncode = "7K3QM2XW"\n"""\n').length, 0);
});

test('no complaint repeats a password or a code', () => {
  const secret = 'geheim!';
  for (const line of [
    `password = "${secret}"`,
    `password = ${secret}`,
    `password = "${secret}`,
    `password = “${secret}”`,
  ]) {
    const told = complaints(`[wifi]\nssid = "a"\n${line}\n`).join('\n');
    assert.ok(told !== '' && !told.includes(secret), told);
  }
  assert.not.ok(complaints(`[claim]\ncode = "${secret}"\n`).join().includes(secret));
});

test('keys of OpenSSH are taken: ed25519, ecdsa, RSA of 2048 bits, and not RSA of 1024', () => {
  const jwkOf = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
  const rsa = (bits: number): string => {
    const { n = '', e = '' } = jwkOf(bits);
    const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes]);
    const modulus = Buffer.concat([Buffer.from([0]), Buffer.from(n, 'base64url')]);
    const blob = [Buffer.from('ssh-rsa'), Buffer.from(e, 'base64url'), modulus].map(field);
    return `ssh-rsa ${Buffer.concat(blob).toString('base64')} ana`;
  };
  assert.equal(given(`[ssh]\nkey = "${rsa(2048)}"`).ssh?.key?.length, 1);
  assert.is(complaints(`[ssh]\nkey = "${rsa(1024)}"`).length, 1);
  const ecdsa =
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7opKgwFB9nkt5YRrYMjNuG5N87uRgg6CLrbo5wAdT/y6v0mKV0U2w0WZ2YB/++Tpockg= a';
  assert.equal(given(`[ssh]\nkey = ["${ecdsa}", "${ED25519}"]`).ssh?.key?.length, 2);
});

test.run();
