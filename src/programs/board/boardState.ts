import { createHmac } from 'node:crypto';
import { isRecord } from '../../base/index.js';
import { codeOf } from '../../shop/access/index.js';

/** State of the box's network that every process on the box may read. */
export interface BoardState {
  readonly hostname: string;
  /** Name of the Wi-Fi that it joins; null when it has its own access point. */
  readonly wifi: string | null;
  /** `192.168.1.50/24`; null when the router assigns one. */
  readonly address: string | null;
  /** Name of its own access point; null when it joins a Wi-Fi. */
  readonly accessPoint: string | null;
  readonly sshKeys: number;
  /** Number of mistakes in `kasirbox.toml`, which was ignored because of them. */
  readonly problems: number;
}

/** The box's own access point. */
export interface AccessPoint {
  readonly ssid: string;
  readonly password: string;
  /** Name of the required Wi-Fi adapter. */
  readonly adapter: string;
}

/** Parses the text that `board apply` has written; undefined for any other text. */
export function readAccessPoint(text: string): AccessPoint | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { ssid, password, adapter } = value;
  const isWhole = [ssid, password, adapter].every((one) => typeof one === 'string');
  return isWhole ? { ssid: String(ssid), password: String(password), adapter: String(adapter) } : undefined;
}

/** As {@link readAccessPoint}, for the state. */
export function readState(text: string): BoardState | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { hostname, wifi, address, accessPoint, sshKeys, problems } = value;
  const texts = [wifi, address, accessPoint].every((one) => one === null || typeof one === 'string');
  if (typeof hostname !== 'string' || !texts || typeof sshKeys !== 'number' || typeof problems !== 'number') {
    return undefined;
  }
  const orNull = (one: unknown): string | null => (typeof one === 'string' ? one : null);
  const [network, fixed, own] = [orNull(wifi), orNull(address), orNull(accessPoint)];
  return { hostname, wifi: network, address: fixed, accessPoint: own, sshKeys, problems };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Relative to `/run`, for the service, which prints it on tickets, and for the rescue page, which checks it. */
export const RESCUE_CODE_FILE = 'kasirbox-board/rescue-code';
const LENGTH = 8;

/**
 * The code required for the buttons of the rescue page. It is derived from the password of the board's own Wi-Fi, which
 * is created at the first start, so an old ticket stays valid. The password cannot be derived from it.
 */
export function rescueCodeOf(accessPointPassword: string): string {
  return codeOf(createHmac('sha256', accessPointPassword).update('kasirbox rescue').digest().subarray(0, LENGTH));
}
