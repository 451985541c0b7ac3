/**
 * Access to a processor of the real sandbox, from the environment:
 *
 *   KASIRBOX_SANDBOX_LPFR_URL       address of an L-PFR whose PIN was given; or, for a V-PFR:
 *   KASIRBOX_SANDBOX_URL            its address
 *   KASIRBOX_SANDBOX_PFX            the file with the certificate
 *   KASIRBOX_SANDBOX_PASSWORD_FILE  a file with its password
 *   KASIRBOX_SANDBOX_PAC            what came with it
 *   KASIRBOX_SANDBOX_CA             PEM of further authorities to trust; may be left out
 */
export type Access =
  /** `why`: which variables are missing. */
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'lpfr'; readonly url: string }
  | {
      readonly kind: 'vpfr';
      readonly url: string;
      /** Files; `ca` is '' where none is given. */
      readonly pfx: string;
      readonly passwordFile: string;
      readonly ca: string;
      readonly pac: string;
    };

/** Reads the access from variables of the environment. */
export function readAccess(environment: NodeJS.ProcessEnv): Access {
  const given = (name: string): string => environment[`KASIRBOX_SANDBOX_${name}`] ?? '';
  const lpfr = given('LPFR_URL');
  if (lpfr !== '') return { kind: 'lpfr', url: lpfr };
  const missing = ['URL', 'PFX', 'PASSWORD_FILE', 'PAC'].filter((name) => given(name) === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `KASIRBOX_SANDBOX_${name}`).join(', ');
    return { kind: 'none', why: `KASIRBOX_SANDBOX_LPFR_URL is not set, nor for a V-PFR ${names}.` };
  }
  const [url, pfx, passwordFile] = [given('URL'), given('PFX'), given('PASSWORD_FILE')];
  return { kind: 'vpfr', url, pfx, passwordFile, ca: given('CA'), pac: given('PAC') };
}
