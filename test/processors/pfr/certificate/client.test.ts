import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClientPem, fromPem, toPem } from '../../../../src/processors/pfr/certificate/client.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { clientOf, COMPANY, selfMade } from './files.js';

let authority: TestAuthority;
let sent: ClientPem;

test.before(async () => {
  authority = await TestAuthority.create();
  const credentials = await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
  sent = toPem(clientOf(credentials, [authority.pem]));
});

test('a certificate with its key is the same after PEM and back, with RSA and EC keys', () => {
  for (const pem of [sent, toPem(selfMade({ strength: 'prime256v1' }))]) {
    const client = fromPem(pem);
    assert.ok(client);
    assert.equal(toPem(client), pem);
  }
  assert.equal(sent.chain, [authority.pem]);
});

test('a text that is no key or no certificate, an encrypted key, and the key of another certificate are refused', () => {
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'x' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', ...cipher }).toString();
  const torn: Partial<ClientPem>[] = [
    { key: '' },
    { key: sent.certificate },
    { key: sent.key.slice(0, -60) },
    { key: locked },
    { key: toPem(selfMade()).key },
    { certificate: '' },
    { certificate: sent.key },
    { certificate: sent.certificate.slice(0, -60) },
    { certificate: authority.pem },
    { chain: [authority.pem, 'x'] },
  ];
  for (const part of torn) assert.is(fromPem({ ...sent, ...part }), undefined, JSON.stringify(part).slice(0, 60));
});

test.run();
