import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type Credentials, makePfx, type PfxCiphers, TestAuthority } from './certificates.js';

const COMPANY = {
  name: 'Пекара, Клас ДОО',
  tin: '101670560',
  location: '1108934-Пекара Клас',
  address: 'Немањина 11',
  district: 'Београд-Савски Венац',
};
const JID = 'AB12CD34';

let authority: TestAuthority;
let client: Credentials;

test.before(async () => {
  authority = await TestAuthority.create();
  client = await authority.client({ jid: JID, environment: 'sandbox', company: COMPANY });
});

test('a client certificate has the subject and the issuer of the tax authority', () => {
  const { subject, issuer, keyUsage } = new X509Certificate(client.certificate);
  assert.equal(subject.split('\n'), [
    'C=RS',
    'ST=Београд-Савски Венац',
    'L=Београд',
    'street=Немањина 11',
    'O=Пекара\\, Клас ДОО',
    'OU=1108934-Пекара Клас',
    'serialNumber=AB12CD34',
    'CN=AB12 1108934-Пекара Клас',
  ]);
  assert.match(issuer, 'CN=Sandbox SUF Issuing CA 1\nO=Poreska Uprava');
  assert.equal(keyUsage, ['1.3.6.1.5.5.7.3.2', '1.3.6.1.4.1.49952.5.8.3.2']);
});

test('addresses and TIN stand as bare text in the extensions of the environment', async () => {
  const production = await authority.client({ jid: JID, environment: 'production', company: COMPANY });
  const raw = new X509Certificate(production.certificate).raw;
  // OID 1.3.6.1.4.1.49952.3.8.6, then an OCTET STRING with nothing but the digits.
  const oid = Buffer.from('060b2b060104018386' + '20' + '030806', 'hex');
  const at = raw.indexOf(oid);
  assert.ok(at > 0);
  assert.equal(raw.subarray(at + oid.length, at + oid.length + 11).toString('latin1'), '\x04\x09101670560');
  assert.ok(raw.includes('https://vsdc.suf.purs.gov.rs/'));
  assert.ok(raw.includes('https://api.suf.purs.gov.rs/'));
  assert.ok(new X509Certificate(client.certificate).raw.includes('RS101670560'));
});

test('an issued certificate verifies by its authority, and by no other', async () => {
  const server = new X509Certificate((await authority.server()).certificate);
  const [own, other] = [new X509Certificate(authority.pem), new X509Certificate((await TestAuthority.create()).pem)];
  assert.ok(server.verify(own.publicKey));
  assert.not(server.verify(other.publicKey));
  assert.is(server.checkHost('localhost'), 'localhost');
  assert.is(server.checkIP('127.0.0.1'), '127.0.0.1');
});

test('Node opens a PFX of modern ciphers and one of 3DES, but none of RC2', () => {
  const password = 'ABCD1234';
  const open = (ciphers: PfxCiphers) => {
    const pfx = makePfx(client, { password, ciphers, chain: [authority.pem] });
    return createSecureContext({ pfx, passphrase: password });
  };
  open('aes');
  open('3des');
  assert.throws(() => open('rc2'), /unsupported/i);
});

test.run();
