import { isRecord } from '../base/index.js';

/** What anybody on the box may know of its network. */
export interface BoardState {
  readonly hostname: string;
  /** Name of the Wi-Fi that it joins; null where it opens its own. */
  readonly wifi: string | null;
  /** `192.168.1.50/24`; null where the router gives one. */
  readonly address: string | null;
  /** Name of its own access point; null where it joins a Wi-Fi. */
  readonly accessPoint: string | null;
  readonly sshKeys: number;
  /** Mistakes in `kasirbox.toml`, for which it was left alone. */
  readonly problems: number;
}

/** The box's own access point. */
export interface AccessPoint {
  readonly ssid: string;
  readonly password: string;
  /** Name of the Wi-Fi adapter that it needs. */
  readonly adapter: string;
}

/** Reads what `board apply` has written; undefined when it is no such text. */
export function readAccessPoint(text: string): AccessPoint | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { ssid, password, adapter } = value;
  const isWhole = [ssid, password, adapter].every((one) => typeof one === 'string');
  return isWhole ? { ssid: String(ssid), password: String(password), adapter: String(adapter) } : undefined;
}

/** As {@link readAccessPoint}. */
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
