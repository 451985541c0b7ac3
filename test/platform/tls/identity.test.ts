// turns: 2
import { X509Certificate } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DerElement, derElements } from '../../../src/base/der.js';
import { type CertificateIdentity, readIdentity } from '../../../src/platform/tls/identity.js';
import { TestAuthority } from '../../kit/pfr/certificates.js';
import { clientOf, COMPANY, der, selfMade } from '../../processors/pfr/certificate/files.js';

let authority: TestAuthority;

test.before(async () => {
  authority = await TestAuthority.create();
});

function selfMadeIdentity(...extensions: readonly string[]): CertificateIdentity {
  const identity = readIdentity(selfMade({ extensions }).certificate);
  if (identity === undefined) throw new Error('it has a JID');
  return identity;
}

test('a certificate of the sandbox tells its JID, taxpayer, place, system, addresses and life', async () => {
  const validity = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2029, 0, 1) };
  const { certificate } = clientOf(
    await authority.client({ jid: 'W6UBPZ12', environment: 'sandbox', company: COMPANY, validity }),
  );
  const { fingerprint, ...identity } = readIdentity(certificate) ?? {};
  assert.equal(identity, {
    jid: 'W6UBPZ12',
    tin: '100000049',
    organisation: 'Пекара Зора',
    location: '1234567-Пекара',
    address: 'Немањина 4',
    district: 'Београд',
    environment: 'sandbox',
    vsdcUrl: 'https://vsdc.sandbox.suf.purs.gov.rs',
    taxCoreUrl: 'https://api.sandbox.suf.purs.gov.rs',
    issuer: 'CN=Sandbox SUF Issuing CA 1, O=Poreska Uprava, C=RS',
    notBefore: validity.from,
    notAfter: validity.until,
  });
  assert.match(fingerprint ?? '', /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
});

test('one of production has its TIN without a prefix, and its own arc', async () => {
  const { certificate } = clientOf(
    await authority.client({ jid: 'PROD0001', environment: 'production', company: COMPANY }),
  );
  const { tin, environment, vsdcUrl } = readIdentity(certificate) ?? {};
  assert.equal([tin, environment, vsdcUrl], ['100000049', 'production', 'https://vsdc.suf.purs.gov.rs']);
});

test('what a certificate does not tell is null, and one without a JID is none of the authority', async () => {
  const options = { jid: 'NONE0001', environment: 'sandbox', company: COMPANY, tin: null, vsdc: null } as const;
  const { certificate } = clientOf(await authority.client({ ...options, taxCoreApi: null }));
  const { tin, vsdcUrl, taxCoreUrl, environment } = readIdentity(certificate) ?? {};
  assert.equal([tin, vsdcUrl, taxCoreUrl, environment], [null, null, null, 'other']);
  for (const subject of [
    '/CN=x',
    '/serialNumber=SHORT/CN=x',
    '/serialNumber=abcd1234/CN=x',
    '/serialNumber=ABCD12345',
  ]) {
    assert.is(readIdentity(selfMade({ subject }).certificate), undefined, subject);
  }
});

test('extensions are known by their beginning and their end, and a DER string inside is understood', () => {
  const arc = '1.3.6.1.4.1.49952';
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const wrapped = selfMadeIdentity(
    `${arc}.5.8.6=ASN1:UTF8String:RS100000049`,
    `${arc}.5.8.7=ASN1:IA5String:https://v.example:8443/path/`,
  );
  assert.equal([wrapped.tin, wrapped.vsdcUrl], ['100000049', 'https://v.example:8443/path']);
  const short = selfMadeIdentity(`${arc}.3.6=DER:${hex('100000049')}`);
  assert.equal([short.tin, short.environment], ['100000049', 'production']);
  const long = selfMadeIdentity(`${arc}.3.9.1.6=DER:${hex('100000049')}`);
  assert.equal([long.tin, long.environment], ['100000049', 'production']);
  assert.is(selfMadeIdentity(`${arc}.4.8.6=DER:${hex('1')}`).environment, 'other');
  assert.is(selfMadeIdentity(`${arc}.3.8.6=DER:31`, `${arc}.5.8.7=DER:31`).environment, 'other', 'two at once');
  const stranger = selfMadeIdentity(
    `1.3.6.1.4.1.4995.5.8.6=DER:${hex('100000049')}`,
    '2.25.329800735698586629295641978511506172918=DER:0500',
  );
  assert.equal([stranger.tin, stranger.environment], [null, 'other']);
});

test('names are shown in one row, without what hides or turns text, and of a bounded length', () => {
  const long = 'Ш'.repeat(64);
  const { certificate } = selfMade({
    subject: `/serialNumber=SELF0001/O=a\u202eb\u200b\u0007\u0161 /OU=${long}/street= c\u2028d/ST=e\nf/CN=x`,
  });
  const { organisation, location, address, district } = readIdentity(certificate) ?? {};
  assert.equal([organisation, location, address, district], ['ab \u0161', long, 'c d', 'e f']);
});

test('a TIN of any length that certificates can hold is told, others are none', () => {
  const told = (tin: string) => selfMadeIdentity(`1.3.6.1.4.1.49952.5.8.6=DER:${Buffer.from(tin).toString('hex')}`).tin;
  assert.equal(['1', 'RS10000004', '1'.repeat(20), '1'.repeat(21)].map(told), ['1', '10000004', '1'.repeat(20), null]);
});

test('values that are not a TIN or an https address are ignored', () => {
  const told = (arc: number, value: Buffer): CertificateIdentity =>
    selfMadeIdentity(`1.3.6.1.4.1.49952.5.8.${arc}=DER:${value.toString('hex')}`);
  for (const tin of ['RS', 'ME100000049', 'RS10000004X', '10 0', '1'.repeat(201), '\u0000100000049']) {
    assert.is(told(6, Buffer.from(tin)).tin, null, tin);
  }
  for (const url of [
    'http://v',
    'https://a@v',
    'https://v/?x',
    'https://v/#x',
    'https://',
    'v',
    'file:///v',
    'https://v\n',
  ]) {
    assert.is(told(7, Buffer.from(url)).vsdcUrl, null, url);
  }
});

test('one whose extensions are not in DER is none of the authority, although OpenSSL reads it', () => {
  const [whole] = derElements(selfMade().certificate.raw);
  const [tbs, ...signature] = derElements(whole?.value ?? Buffer.alloc(0));
  const again = ({ tag, value }: DerElement): Buffer => der(tag, value);
  const endless = ({ tag, value }: DerElement): Buffer =>
    Buffer.concat([Buffer.from([tag, 0x80]), value, Buffer.alloc(2)]);
  const fields = derElements(tbs?.value ?? Buffer.alloc(0)).map((one) =>
    one.tag === 0xa3 ? endless(one) : again(one),
  );
  const certificate = new X509Certificate(der(0x30, der(0x30, ...fields), ...signature.map(again)));
  assert.match(certificate.subject, /SELF0001/);
  assert.is(readIdentity(certificate), undefined);
});

test('a certificate that ends at no time is none of the tax authority', () => {
  const raw = Buffer.from(selfMade().certificate.raw);
  const utcTime = Buffer.from([0x17, 13]);
  const end = raw.indexOf(utcTime, raw.indexOf(utcTime) + 2);
  Buffer.from([0, 0, 0, 0x80]).copy(raw, end + 10);
  assert.is(readIdentity(new X509Certificate(raw)), undefined);
});

test('a certificate whose subject Node cannot read is none of the tax authority', () => {
  const raw = Buffer.from(selfMade().certificate.raw);
  const name = raw.lastIndexOf(Buffer.from('0603550403', 'hex'));
  raw.writeUInt8(0x0e, name + 5); // a type of text that there is not
  assert.is(readIdentity(new X509Certificate(raw)), undefined);
});

test.run();
