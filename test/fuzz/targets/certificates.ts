import { X509Certificate } from 'node:crypto';
import { checkBeforeInstall } from '../../../src/processors/pfr/certificate/installCheck.js';
import { fromPem, readBundle, toPem } from '../../../src/processors/pfr/certificate/client.js';
import { readIdentity } from '../../../src/platform/tls/identity.js';
import { readPfx } from '../../../src/processors/pfr/certificate/pfx.js';
import {
  certificateBag,
  clientOf,
  COMPANY,
  exportPfx,
  keyBag,
  openPfx,
  PASSWORD,
} from '../../processors/pfr/certificate/files.js';
import { type Credentials, makePfx, TestAuthority } from '../../kit/pfr/certificates.js';
import type { Target } from '../target.js';

/** Made anew for each run: an input is repeated from its bytes, not from its seed. */
async function taxpayer(): Promise<{ readonly credentials: Credentials; readonly authority: string }> {
  const authority = await TestAuthority.create();
  const credentials = await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
  return { credentials, authority: authority.pem };
}

/** PKCS #12 files, with few rounds, so that more of them can be read. */
export const pfx: Target = {
  name: 'pfx',
  share: 4,
  async open() {
    const { credentials, authority } = await taxpayer();
    const client = clientOf(credentials);
    const pem = `${credentials.key}\n${credentials.certificate}`;
    const key = client.key.export({ format: 'der', type: 'pkcs8' });
    return {
      corpus: [
        openPfx(keyBag(key), certificateBag(client.certificate.raw)),
        exportPfx(pem, ['-nomac', '-keypbe', 'NONE', '-certpbe', 'NONE']),
        exportPfx(pem, ['-iter', '1', '-nomaciter', '-nomac']),
        exportPfx(pem, ['-iter', '1', '-nomaciter']),
        makePfx(credentials, { password: PASSWORD, ciphers: '3des', chain: [authority] }),
      ],
      async read(input) {
        const found = await readPfx(input, PASSWORD);
        if (found.ok) toPem(found.value);
      },
    };
  },
};

/** Certificates in DER and PEM, as they come out of a file or over the control socket. */
export const certificates: Target = {
  name: 'certificate',
  share: 20,
  async open() {
    const { credentials, authority } = await taxpayer();
    const client = clientOf(credentials);
    const { raw } = client.certificate;
    const circumstances = {
      environment: 'sandbox',
      companyTin: COMPANY.tin,
      other: undefined,
      now: Date.now(),
      isClockTrusted: true,
    } as const;
    return {
      corpus: [
        raw,
        Buffer.from(credentials.certificate),
        Buffer.from(authority + authority),
        new X509Certificate(authority).raw,
      ],
      read(input) {
        readBundle(input);
        fromPem({ key: credentials.key, certificate: input.toString('latin1'), chain: [] });
        const certificate = certificateOf(input);
        if (certificate === undefined) return;
        readIdentity(certificate);
        checkBeforeInstall({ ...client, certificate }, circumstances);
      },
    };
  },
};

/** What Node itself cannot read never comes to the box's own reader. */
function certificateOf(input: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(input);
  } catch {
    return undefined;
  }
}
