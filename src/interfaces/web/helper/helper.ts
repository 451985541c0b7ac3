import { createHash, X509Certificate } from 'node:crypto';
import type { PlainHandler } from '../../../platform/http/index.js';
import { HELPER_SCRIPT, HELPER_STYLE } from './files.js';
import { helperPage, languageOf } from './page.js';
import { platformOf } from './platforms.js';

export interface HelperDeps {
  /** Origins of the box over HTTPS, the best first. */
  readonly origins: () => readonly string[];
  /** Certificate of the authority that devices must trust, PEM. */
  readonly authority: () => string;
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NOT_FOUND = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': NOTHING },
  body: 'Not found\n',
};

/**
 * Serves a device before it trusts the box: instructions, and the certificate. All of this is public, and nothing else
 * is served without TLS.
 */
export function helperHandler({ origins, authority }: HelperDeps): PlainHandler {
  return ({ path, query, userAgent }) => {
    switch (path) {
      case '/': {
        const [language, named] = [query.get('lang'), query.get('for')];
        const platform = platformOf(named, userAgent);
        const all = origins();
        const page = helperPage({
          language: languageOf(language),
          ...{ platform, isGuessed: platform !== named, origins: all },
          fingerprint: new X509Certificate(authority()).fingerprint256,
        });
        return okay('text/html; charset=utf-8', page, { 'Content-Security-Policy': policyFor(all) });
      }
      case '/helper.css':
        return okay('text/css; charset=utf-8', HELPER_STYLE);
      case '/helper.js':
        return okay('text/javascript; charset=utf-8', HELPER_SCRIPT);
      case '/ca.crt':
        return file('application/x-x509-ca-cert', 'kasirbox-ca.crt', new X509Certificate(authority()).raw);
      case '/ca.pem':
        return file('application/x-pem-file', 'kasirbox-ca.pem', authority());
      // Safari opens a profile only when it is not an attachment.
      case '/ca.mobileconfig':
        return okay('application/x-apple-aspen-config', profileOf(new X509Certificate(authority())));
      default:
        return NOT_FOUND;
    }
  };
}

function okay(type: string, body: string | Buffer, more: Readonly<Record<string, string>> = {}) {
  return { status: 200, headers: { 'Content-Type': type, 'Content-Security-Policy': NOTHING, ...more }, body };
}

function file(type: string, name: string, body: string | Buffer) {
  return okay(type, body, { 'Content-Disposition': `attachment; filename="${name}"` });
}

/** The page only checks whether the box answers over HTTPS. */
function policyFor(origins: readonly string[]): string {
  return `${NOTHING}; script-src 'self'; style-src 'self'; img-src data:; connect-src ${origins.join(' ')}`;
}

/**
 * A configuration profile of Apple with only the certificate; not signed, because the device does not know the box yet.
 */
function profileOf(certificate: X509Certificate): string {
  const content = certificate.raw.toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
<key>PayloadCertificateFileName</key><string>kasirbox-ca.crt</string>
<key>PayloadContent</key><data>${content}</data>
<key>PayloadDisplayName</key><string>kasirbox</string>
<key>PayloadIdentifier</key><string>rs.kasirbox.ca.certificate</string>
<key>PayloadType</key><string>com.apple.security.root</string>
<key>PayloadUUID</key><string>${uuidOf(certificate, 'certificate')}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</array>
<key>PayloadDisplayName</key><string>kasirbox</string>
<key>PayloadIdentifier</key><string>rs.kasirbox.ca</string>
<key>PayloadRemovalDisallowed</key><false/>
<key>PayloadType</key><string>Configuration</string>
<key>PayloadUUID</key><string>${uuidOf(certificate, 'profile')}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

/** The same UUID for the same certificate, so that a second download replaces the first. */
function uuidOf({ raw }: X509Certificate, part: string): string {
  const hash = createHash('sha256').update(part).update(raw).digest('hex');
  const variant = ((parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `${variant}${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join('-').toUpperCase();
}
