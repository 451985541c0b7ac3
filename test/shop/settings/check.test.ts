import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSetting, isOfRightForm } from '../../../src/shop/settings/check.js';
import { SETTING_NAMES, type SettingName } from '../../../src/shop/settings/registry.js';
import type { InstalledCertificates } from '../../../src/shop/settings/setting.js';
import { BOX_CASES } from './boxCases.js';
import { type Cases, COMPANY, DEFAULTS, MAIL, refusal } from './checking.js';
import { PFR_CASES } from './pfrCases.js';
import { SHOP_CASES } from './shopCases.js';
import { inEnglish } from '../../kit/inEnglish.js';

const CASES: Readonly<Record<SettingName, Cases>> = { ...PFR_CASES, ...SHOP_CASES, ...BOX_CASES };

test('every setting takes its good values and is otherwise refused with its name and the reason', () => {
  assert.equal(Object.keys(CASES).sort(), [...SETTING_NAMES].sort());
  for (const [name, { good, bad }] of Object.entries(CASES)) {
    for (const value of good) {
      const checked = checkSetting(name, value, DEFAULTS);
      assert.ok(checked.ok, checked.ok ? '' : english(checked.error));
      assert.equal(checked.value.values, { ...DEFAULTS, [name]: value });
    }
    for (const [value, words] of bad) {
      const error = refusal(name, value);
      assert.ok(error.startsWith(`${name}: `), `${name} ${JSON.stringify(value)}`);
      assert.match(error, words);
    }
  }
});

test('no text of a setting draws what only a processor may write', () => {
  const sentence = 'ΚΡΑЈ ФИСКАЛНОГ РАЧУНА';
  for (const [name, { good }] of Object.entries(CASES)) {
    for (const changed of good.flatMap((value) => holding(value, sentence))) {
      refusal(name, changed);
    }
  }
  const company = { ...COMPANY, name: sentence };
  assert.match(refusal('company', company), /^company: it holds "КРАЈ ФИСКАЛНОГ РАЧУНА", which only the processor may/);
});

/** The value once for each text in it, with `text` in its place. */
function holding(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return entries.flatMap((entry, at) => holding(entry, text).map((one) => entries.with(at, one)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    holding(entry, text).map((one) => ({ ...value, [name]: one })),
  );
}

test('every default is a good value', () => {
  for (const [name, value] of Object.entries(DEFAULTS)) assert.ok(checkSetting(name, value, DEFAULTS).ok, name);
});

test('an unknown name is refused with the names that there are', () => {
  for (const name of ['Environment', 'environment ', '', '__proto__', 'toString', 'pfr']) {
    assert.match(refusal(name, 'x'), /^There is no setting ".*"\. Settings: environment, pfr\.sandbox/);
  }
});

test('no error repeats a value, which may be a secret', () => {
  const secret = 'PAC-SECRET-77';
  const values = [
    ['pfr.sandbox', { mode: 'vpfr', url: secret, pac: secret }],
    ['pfr.sandbox', { mode: secret, pac: secret }],
    ['pfr.sandbox', { mode: 'demo', pac: secret }],
    ['pfr.production', { mode: 'vpfr', url: 'https://sandbox.suf.purs.gov.rs', pac: secret }],
    ['mail', { ...MAIL, password: `${secret}\n` }],
    ['mail', { ...MAIL, port: secret, password: secret }],
    ['mail', secret],
  ] as const;
  for (const [name, value] of values) {
    assert.not.ok(refusal(name, value).includes(secret), refusal(name, value));
  }
});

test('a company whose TIN cannot exist is refused, unless the certificate has that TIN; a stored one does not hinder others', () => {
  const company = { ...COMPANY, tin: '123456789' };
  const checked = checkSetting('company', company, DEFAULTS, {});
  assert.match(
    String(inEnglish(checked.ok ? '' : english(checked.error))),
    /^company: tin 123456789 has a wrong digit/,
  );
  const certificate = { sandbox: { tin: company.tin, vsdcUrl: null } };
  assert.ok(checkSetting('company', company, DEFAULTS, certificate).ok);
  assert.ok(isOfRightForm('company', company), 'one that is stored is read');
  assert.ok(checkSetting('simplifiedCash', true, { ...DEFAULTS, company }, {}).ok);
});

test('a company of another TIN than an installed certificate is refused, and one that is not set is not', () => {
  const set = (tin: string, installed: InstalledCertificates): string => {
    const checked = checkSetting('company', { ...COMPANY, tin }, DEFAULTS, installed);
    return checked.ok ? 'accepted' : english(checked.error);
  };
  const ours = { tin: COMPANY.tin, vsdcUrl: null };
  assert.is(set(COMPANY.tin, { sandbox: ours, production: ours }), 'accepted');
  assert.is(set('000000000', { sandbox: ours }), 'accepted');
  assert.is(set('101670560', { production: { tin: null, vsdcUrl: null } }), 'accepted', 'no TIN to compare with');
  for (const environment of ['sandbox', 'production'] as const) {
    const error = set('101670560', { [environment]: ours });
    assert.match(
      error,
      new RegExp(`^company: the certificate .* for ${environment} is for the TIN 100000049\\. Enter that`),
    );
    assert.match(error, new RegExp(`kasirbox certificate remove --environment ${environment}$`));
  }
  const other = checkSetting(
    'simplifiedCash',
    true,
    { ...DEFAULTS, company: COMPANY },
    { sandbox: { ...ours, tin: '1' } },
  );
  assert.ok(other.ok, 'what has nothing to do with it can be set');
});

test('a vpfr needs an address only where its certificate names none', () => {
  const set = (value: object, vsdcUrl: string | null): string => {
    const checked = checkSetting('pfr.sandbox', value, DEFAULTS, { sandbox: { tin: null, vsdcUrl } });
    return checked.ok ? 'accepted' : english(checked.error);
  };
  assert.is(set({ mode: 'vpfr' }, 'https://vsdc.sandbox.suf.purs.gov.rs'), 'accepted');
  assert.match(set({ mode: 'vpfr' }, null), /^pfr\.sandbox: the installed certificate has no address/);
  assert.is(set({ mode: 'vpfr', url: 'https://127.0.0.1:9' }, null), 'accepted');
  assert.is(set({ mode: 'demo' }, null), 'accepted');
});

test.run();
