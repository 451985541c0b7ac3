import type { Environment } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { describeFaults } from '../base/schema.js';
import { PATTERN_WORDS, SECRETS, type SettingName, settingSchemas, type SettingValues } from './schema.js';

const checks = Object.fromEntries(
  Object.entries(settingSchemas).map(([name, schema]) => [name, describeFaults(schema, PATTERN_WORDS)]),
);

/** What is shown in place of a secret that is set. */
export const HIDDEN = '(hidden)';

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingSchemas, name);
}

/** Is `value` of the right form for a setting, and does it go with the others? The error is an English sentence. */
export function checkSetting(
  name: string,
  value: unknown,
  others: SettingValues,
): Result<{ readonly name: SettingName; readonly values: SettingValues }, string> {
  if (!isSettingName(name)) {
    return failed(`There is no setting "${name}". Settings: ${Object.keys(settingSchemas).join(', ')}.`);
  }
  const fault = checks[name]?.(value);
  if (fault !== undefined) return failed(`${name}: ${fault}.`);
  const values: SettingValues = { ...others, [name]: value };
  const reason =
    hiddenSecret(name, value) ??
    badTaxLabels(values) ??
    badAddress(values) ??
    wrongSide('sandbox', values) ??
    wrongSide('production', values);
  return reason === undefined ? ok({ name, values }) : failed(reason);
}

/** Who sets again what was shown would make the stand-in the secret. */
function hiddenSecret(name: SettingName, value: unknown): string | undefined {
  const members: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : {}) };
  const secret = SECRETS[name]?.find((member) => members[member] === HIDDEN);
  return secret === undefined ? undefined : `${name}: ${secret} must be given itself, not as ${HIDDEN}.`;
}

function badTaxLabels({ taxLabels }: SettingValues): string | undefined {
  const labels = taxLabels.map(({ label }) => label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined) return `taxLabels: ${twice} stands there twice.`;
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

/** The tax authority's hosts: those below `sandbox.suf.purs.gov.rs` are its test system, the others are real. */
const AUTHORITY = /(^|\.)suf\.purs\.gov\.rs$/;
const TEST = /(^|\.)sandbox\.suf\.purs\.gov\.rs$/;

/** A processor of the other environment would turn tests into fiscal receipts, or real sales into tests. */
function wrongSide(environment: Environment, values: SettingValues): string | undefined {
  const { url } = values[`pfr.${environment}`];
  if (url === undefined) return undefined;
  // What `URL` makes of it is what will be connected to: lower case, decoded, in ASCII. Dots at the end mean the root.
  const host = new URL(url).hostname.replace(/\.+$/, '');
  if (!AUTHORITY.test(host)) return undefined;
  const isTest = TEST.test(host);
  if (environment === 'production' && isTest) {
    return `pfr.production: ${host} is the tax authority's test system. Give the production address.`;
  }
  if (environment === 'sandbox' && !isTest) {
    return `pfr.sandbox: ${host} is the tax authority's production system. Give the sandbox address.`;
  }
  return undefined;
}
