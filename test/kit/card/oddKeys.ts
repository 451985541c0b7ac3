import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { newFolder } from '../folder.js';
import type { Credentials } from '../pfr/certificates.js';

/** Keys with which the applet for TLS does not sign, as openssl makes them. */
export const ODD_KEYS: Readonly<Record<string, readonly string[]>> = {
  'on an elliptic curve': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'RSA of 1024 bits': ['-newkey', 'rsa:1024'],
  'RSA of 3072 bits': ['-newkey', 'rsa:3072'],
  Ed25519: ['-newkey', 'ed25519'],
};

/** A certificate of such a key. */
export function credentialsWith(key: readonly string[]): Credentials {
  const file = newFolder();
  const words = ['req', '-x509', '-nodes', '-days', '30', '-subj', '/CN=card', ...key];
  execFileSync('openssl', [...words, '-keyout', `${file}.key`, '-out', `${file}.pem`], { stdio: 'ignore' });
  return { certificate: readFileSync(`${file}.pem`, 'utf8'), key: readFileSync(`${file}.key`, 'utf8') };
}
