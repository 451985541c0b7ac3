import { isIP } from 'node:net';
import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import { isHostName, readSender } from '../base/mailbox.js';
import { failed, ok, type Result } from '../base/result.js';
import { describeFaults } from '../base/schema.js';
import { badPrinters } from './checkPrinters.js';
import { hostOf, sideOf } from './hosts.js';
import { badNotify } from './notify.js';
import { NO_TIN, PATTERN_WORDS, SECRETS, type SettingName, settingSchemas, type SettingValues } from './schema.js';

const checks = Object.fromEntries(
  Object.entries(settingSchemas).map(([name, schema]) => [name, describeFaults(schema, PATTERN_WORDS)]),
);

/** What is shown in place of a secret that is set. */
export const HIDDEN = '(hidden)';

/** A secret as it is shown: of an address, whose path may be one, where it leads to. */
export function hide(secret: unknown): string {
  const isAddress = typeof secret === 'string' && /^https?:/.test(secret) && URL.canParse(secret);
  return isAddress ? `${new URL(secret).origin}/${HIDDEN}` : HIDDEN;
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingSchemas, name);
}

/** What settings have to agree with in the certificates that are installed. */
export type InstalledCertificates = Readonly<
  Partial<
    Record<
      Environment,
      {
        /** Of the taxpayer, 9 digits; null when the certificate does not tell. */
        readonly tin: string | null;
        /** Address of the V-PFR; null when the certificate does not tell. */
        readonly vsdcUrl: string | null;
      }
    >
  >
>;

/**
 * Is `value` of the right form for a setting, and does it go with the others and with the certificates that are
 * installed? The error is an English sentence.
 */
export function checkSetting(
  name: string,
  value: unknown,
  others: SettingValues,
  installed: InstalledCertificates = {},
): Result<{ readonly name: SettingName; readonly values: SettingValues }, string> {
  if (!isSettingName(name)) {
    return failed(`There is no setting "${name}". Settings: ${Object.keys(settingSchemas).join(', ')}.`);
  }
  const hidden = hiddenSecret(name, value);
  if (hidden !== undefined) return failed(hidden);
  const fault = checks[name]?.(value);
  if (fault !== undefined) return failed(`${name}: ${fault}.`);
  const values: SettingValues = { ...others, [name]: value };
  const reason =
    badTaxLabels(values) ??
    badAddress(values) ??
    noAddress('sandbox', values, installed) ??
    noAddress('production', values, installed) ??
    (name === 'company' ? otherTaxpayer(values, installed) : undefined) ??
    badMail(values) ??
    badNotify(values.notify) ??
    (name === 'printers' ? badPrinters(values.printers) : undefined) ??
    wrongSide('sandbox', values) ??
    wrongSide('production', values) ??
    sameProcessor(values);
  return reason === undefined ? ok({ name, values }) : failed(reason);
}

/** Who sets again what was shown would make the stand-in the secret. */
function hiddenSecret(name: SettingName, value: unknown): string | undefined {
  const members: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : {}) };
  const secret = SECRETS[name]?.find((member) => String(members[member]).endsWith(HIDDEN));
  return secret === undefined ? undefined : `${name}: ${secret} must be given itself, not as ${HIDDEN}.`;
}

function badTaxLabels({ taxLabels }: SettingValues): string | undefined {
  const labels = taxLabels.map(({ label }) => label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined) return `taxLabels: ${twice} stands there twice.`;
  if (!taxLabels.some(({ active }) => active)) return 'taxLabels: at least one label must be active.';
  const fine = taxLabels.find(({ rate }) => !/^\d+(?:\.\d\d?)?$/.test(String(rate)));
  return fine === undefined ? undefined : `taxLabels: the rate of ${fine.label} may have two decimals at most.`;
}

/** The pattern lets through what is no address all the same, as a port of 99999. */
function badAddress(values: SettingValues): string | undefined {
  const addresses = {
    'pfr.sandbox': values['pfr.sandbox'].url,
    'pfr.production': values['pfr.production'].url,
    publicUrl: values.publicUrl,
  };
  const wrong = Object.entries(addresses).find(([, url]) => url != null && !URL.canParse(url));
  return wrong === undefined ? undefined : `${wrong[0]}: ${String(wrong[1])} is not an address.`;
}

/** Without an address of its own, a V-PFR is asked where its certificate says. */
function noAddress(environment: Environment, values: SettingValues, installed: InstalledCertificates) {
  const { mode, url } = values[`pfr.${environment}`];
  if (mode !== 'vpfr' || url !== undefined || installed[environment]?.vsdcUrl !== null) return undefined;
  return `pfr.${environment}: the certificate that is installed names no address. Give one: "url":"https://…".`;
}

/** Receipts of one taxpayer would be signed in the name of another. */
function otherTaxpayer({ company: { tin } }: SettingValues, installed: InstalledCertificates): string | undefined {
  if (tin === NO_TIN) return undefined;
  const environment = ENVIRONMENTS.find((one) => ![undefined, null, tin].includes(installed[one]?.tin));
  if (environment === undefined) return undefined;
  return (
    `company: the certificate that is installed for ${environment} is of TIN ${String(installed[environment]?.tin)}. ` +
    `Give that TIN, or first run: kasirbox certificate remove --environment ${environment}`
  );
}

/** What a letter could not be sent with, or what would put more into its head than a sender. */
function badMail({ mail }: SettingValues): string | undefined {
  if (mail === null) return undefined;
  if (isIP(mail.host) === 0 && !isHostName(mail.host)) {
    return 'mail: host must be a name or an address without a port, like mail.example.rs.';
  }
  if (readSender(mail.from) === undefined) {
    return 'mail: from must be an address like kasa@example.rs, or a name and an address like Kasa <kasa@example.rs>.';
  }
  return undefined;
}

/** A processor of the other environment would turn tests into fiscal receipts, or real sales into tests. */
function wrongSide(environment: Environment, values: SettingValues): string | undefined {
  const { url } = values[`pfr.${environment}`];
  if (url === undefined) return undefined;
  const host = hostOf(url);
  const side = sideOf(host);
  if (side === undefined || side === environment) return undefined;
  const system = side === 'sandbox' ? 'test' : 'production';
  return `pfr.${environment}: ${host} is the tax authority's ${system} system. Give the ${environment} address.`;
}

/** One processor, or one certificate, is of one environment only; in the other it would do what {@link wrongSide} tells. */
function sameProcessor(values: SettingValues): string | undefined {
  const [sandbox, production] = [values['pfr.sandbox'], values['pfr.production']];
  const both = 'pfr.sandbox and pfr.production:';
  if (sandbox.url !== undefined && production.url !== undefined && placeOf(sandbox.url) === placeOf(production.url)) {
    return `${both} the two have the same address. Give each environment a processor of its own.`;
  }
  if (sandbox.pac !== undefined && sandbox.pac === production.pac) {
    return `${both} the two have the same certificate. Give each environment one of its own.`;
  }
  return undefined;
}

/** What an address leads to, however it is written: one port cannot speak both HTTP and HTTPS. */
function placeOf(url: string): string {
  const { protocol, port, pathname } = new URL(url);
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${hostOf(url)}:${port === '' ? usualPort : port}${pathname.replace(/\/+$/, '')}`;
}
