import { createHash } from 'node:crypto';
import type { FirstFile } from './firstFile.js';
import type { StoredConfig, WifiNetwork } from './storedConfig.js';
import { PAIR_TEXTS, type Problem } from './boardTexts.js';
import { pskOf } from './networkFiles.js';
import { failed, ok, type Result } from '../../base/index.js';
import type { Given } from './values.js';

/** Data for the service, which checks and applies it itself. */
export interface ServiceHandover {
  /** The setting `company` as JSON; absent when it was handed over before. */
  readonly company?: string;
  /** Eight characters. */
  readonly claimCode?: string;
}

export interface AppliedFile {
  readonly config: StoredConfig;
  readonly handedOver: ServiceHandover;
}

/**
 * The configuration after this file. Each section in the file replaces the stored one; a missing section leaves it
 * unchanged. A network needs its password once; afterwards the file may name it without one.
 */
export function takeOver({ given, lineOf }: FirstFile, config: StoredConfig): Result<AppliedFile, readonly Problem[]> {
  const wifi = wifiOf(given.wifi, config);
  if (wifi === 'no password') return failed([{ line: lineOf('wifi.ssid'), text: PAIR_TEXTS.noPassword }]);
  const company = given.company === undefined ? undefined : JSON.stringify(given.company);
  const digest = company === undefined ? config.company : createHash('sha256').update(company).digest('hex');
  const claimCode = given.claim?.code;
  return ok({
    config: {
      ...config,
      ...(given.network === undefined ? {} : networkOf(given.network)),
      wifi,
      country: given.wifi?.country ?? config.country,
      sshKeys: given.ssh?.key ?? config.sshKeys,
      company: digest,
      isClaimCodeGiven: config.isClaimCodeGiven || claimCode !== undefined,
    },
    handedOver: {
      ...(company !== undefined && digest !== config.company && { company }),
      ...(claimCode !== undefined && { claimCode }),
    },
  });
}

function wifiOf(given: Given['wifi'], { wifi }: StoredConfig): WifiNetwork | null | 'no password' {
  const { ssid, password, hidden: isHidden = false } = given ?? {};
  if (ssid === undefined) return wifi;
  if (ssid === '') return null;
  if (password !== undefined) return { ssid, psk: pskOf(ssid, password), isHidden };
  return wifi?.ssid === ssid ? { ...wifi, isHidden } : 'no password';
}

function networkOf(given: NonNullable<Given['network']>) {
  const { hostname = null, address = null, gateway = null, dns = [], time_servers: timeServers = [] } = given;
  return { hostname, address, gateway, dns, timeServers };
}
