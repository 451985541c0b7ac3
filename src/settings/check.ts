import type { Environment } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { describeFaults } from '../base/schema.js';
import { type PfrSetting, type SettingName, settingSchemas, type SettingValues } from './schema.js';

const checks = Object.fromEntries(
  Object.entries(settingSchemas).map(([name, schema]) => [name, describeFaults(schema)]),
);

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
  const reason = duplicateLabel(values) ?? wrongSide('sandbox', values) ?? wrongSide('production', values);
  return reason === undefined ? ok({ name, values }) : failed(reason);
}

function duplicateLabel({ taxLabels }: SettingValues): string | undefined {
  const labels = taxLabels.map(({ label }) => label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  return twice === undefined ? undefined : `taxLabels: ${twice} stands there twice.`;
}

/** The tax authority's hosts: those below `sandbox.suf.purs.gov.rs` are its test system, the others are real. */
const AUTHORITY = /(^|\.)suf\.purs\.gov\.rs$/;
const TEST = /(^|\.)sandbox\.suf\.purs\.gov\.rs$/;

/** A processor of the other environment would turn tests into fiscal receipts, or real sales into tests. */
function wrongSide(environment: Environment, values: SettingValues): string | undefined {
  const url = hostOf(values[`pfr.${environment}`]);
  if (url === undefined || !AUTHORITY.test(url)) return undefined;
  const isTest = TEST.test(url);
  if (environment === 'production' && isTest) {
    return `pfr.production: ${url} is the tax authority's test system. Give the production address.`;
  }
  if (environment === 'sandbox' && !isTest) {
    return `pfr.sandbox: ${url} is the tax authority's production system. Give the sandbox address.`;
  }
  return undefined;
}

function hostOf({ url }: PfrSetting): string | undefined {
  return url === undefined || !URL.canParse(url) ? undefined : new URL(url).hostname.toLowerCase().replace(/\.$/, '');
}
