import type { Environment } from '../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../src/base/time.js';
import { hostOf, verificationRoot } from './link.js';
import { type RateGroup, ratesJson } from './rates.js';
import { LANGUAGES } from './receipt.js';
import { type Style, timeText } from './styles.js';
import type { JsonObject } from './wire.js';

/** What a processor says of itself. */
export interface Told {
  readonly kind: 'lpfr' | 'vpfr';
  readonly environment: Environment;
  readonly now: UtcMs;
  readonly groups: readonly RateGroup[];
  /** '' without a card. */
  readonly uid: string;
  /** Codes that need attention, in the order of repair. */
  readonly codes: readonly string[];
  readonly isOnline: boolean;
  /** '' when it has signed nothing. */
  readonly lastInvoiceNumber: string;
}

/** `GET status`. A V-PFR has neither card nor PIN, and its status has fewer members. */
export function statusJson(told: Told, style: Style): JsonObject {
  const { kind, codes, uid, lastInvoiceNumber, now } = told;
  const common = {
    sdcDateTime: timeText(style, now),
    supportedLanguages: [...LANGUAGES],
    uid,
    taxCoreApi: `https://api.${hostOf(told.environment)}/`,
    ...ratesJson(style, told.groups, now),
  };
  if (kind === 'vpfr') return common;
  const ready = codes.some((code) => /^(13|15|2)/.test(code)) ? [] : [style.readyCode];
  return {
    isPinRequired: codes.includes('1500'),
    auditRequired: codes.includes('1400'),
    ...common,
    gsc: [...codes, ...ready, told.isOnline ? '0210' : '0220'],
    mssc: [],
    lastInvoiceNumber,
    ...{ protocolVersion: '1.0.0.0', secureElementVersion: '3.2.5', hardwareVersion: '1.0', softwareVersion: '1.0.0' },
    ...{ deviceSerialNumber: '00-1002-FAKE0001', make: 'kasirbox', model: 'fake L-PFR' },
  };
}

/** `GET environment-parameters`. */
export function environmentJson(environment: Environment): JsonObject {
  const host = hostOf(environment);
  return {
    organizationName: 'Пореска управа',
    serverTimeZone: 'Central Europe Standard Time',
    street: 'Саве Машковића 3-5',
    city: 'Београд',
    country: 'RS',
    endpoints: {
      taxpayerAdminPortal: `https://tap.${host}/`,
      taxCoreApi: `https://api.${host}/`,
      vsdc: `https://vsdc.${host}:443/`,
      root: verificationRoot(environment),
    },
    environmentName: environment === 'sandbox' ? 'СУФ Развој' : 'СУФ',
    logo: `https://tap.${host}/logo.png`,
    ntpServer: `ntp.${host}`,
    supportedLanguages: [...LANGUAGES],
  };
}
