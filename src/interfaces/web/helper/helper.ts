import { X509Certificate } from 'node:crypto';
import type { PlainHandler } from '../../../platform/http/index.js';
import { HELPER_SCRIPT, HELPER_STYLE } from './files.js';
import { helperPage } from './page.js';
import { platformOf } from './platforms.js';
import { profileOf } from './profile.js';
import { languageOf } from './texts.js';

export interface HelperParts {
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
export function helperHandler({ origins, authority }: HelperParts): PlainHandler {
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
