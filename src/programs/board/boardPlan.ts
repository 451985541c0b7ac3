import { createHash } from 'node:crypto';
import { failed, ok, type Result } from '../../base/index.js';
import { type FirstFile, readFirstFile } from './firstFile.js';
import type { StoredConfig, WifiNetwork } from './storedConfig.js';
import {
  accessPointConfig,
  accessPointFile,
  cableFile,
  pskOf,
  radioFile,
  resolverFile,
  stationConfig,
  timeFile,
  WIFI_ADAPTER,
} from './networkFiles.js';
import { PAIR_TEXTS, type Problem } from './boardTexts.js';
import { reportText } from './boardReport.js';
import { type BoardState, RESCUE_CODE_FILE, rescueCodeOf } from './boardState.js';
import { type Completed, completed, wipingOf } from './wipe.js';
import type { Given } from './values.js';

/** Facts about the board and the moment. */
export interface BoardFacts {
  /** Four hex digits that distinguish boxes; null when the board has no number. */
  readonly mark: string | null;
  /** `YYYY-MM-DD`; null when the clock is not trusted, as at most starts of a board without a battery. */
  readonly today: string | null;
  /** True when no Wi-Fi adapter was found at this start. */
  readonly hasNoRadio?: boolean;
}

/** A file in the memory of the running system, written at each start. */
export interface RunFile {
  /** Relative to `/run`. */
  readonly path: string;
  readonly content: string;
  readonly mode: number;
  /** `service`: the user that runs kasirbox. */
  readonly owner: 'root' | 'service';
}

/** The result of planning: everything that follows from the file, the stored configuration and the board. */
export interface Plan {
  /** The configuration to store; the same object when nothing changed. */
  readonly config: StoredConfig;
  readonly handedOver: ServiceHandover;
  readonly files: readonly RunFile[];
  /** Relative to `/run`: files that an earlier configuration may have left there. */
  readonly absent: readonly string[];
  readonly hostname: string;
  /** The new content of `kasirbox.toml`, of the same length; null without a file. */
  readonly file: Buffer | null;
  readonly report: string;
  readonly problems: readonly Problem[];
}

const PATHS = {
  station: `wpa_supplicant/wpa_supplicant-${WIFI_ADAPTER}.conf`,
  cable: 'systemd/network/20-kasirbox-cable.network',
  radio: 'systemd/network/20-kasirbox-radio.network',
  resolver: 'systemd/resolved.conf.d/kasirbox.conf',
  time: 'systemd/timesyncd.conf.d/kasirbox.conf',
  sshKeys: 'ssh/authorized_keys',
  sshFlag: 'kasirbox-board/ssh',
  accessPoint: 'kasirbox-board/access-point.json',
  state: 'kasirbox-board/board.json',
  rescueCode: RESCUE_CODE_FILE,
} as const;

/** Files for the service and `kasirbox board show`, relative to `/run`. */
export const ACCESS_POINT_FILE = PATHS.accessPoint;
export const STATE_FILE = PATHS.state;

/** Computes the plan without side effects; the same input gives the same plan. `file`: null when it is absent. */
export function planOf(
  file: Buffer | null,
  before: StoredConfig,
  { mark, today, hasNoRadio = false }: BoardFacts,
): Plan {
  const name = mark ?? before.name ?? '0000';
  const named: StoredConfig = { ...before, name };
  const found = file === null ? null : completed(file, before.wiping);
  const read = found === null ? ok(undefined) : accepted(found, named, today);
  const { config, handedOver = {}, wiped } = (read.ok ? read.value : undefined) ?? { config: named };
  const problems = read.ok ? [] : read.error;
  const state = stateOf(config, name, problems.length);
  const files = filesOf(config, state);
  return {
    config: JSON.stringify(config) === JSON.stringify(before) ? before : config,
    handedOver,
    files,
    absent: Object.values(PATHS).filter((path) => !files.some((one) => one.path === path)),
    hostname: state.hostname,
    file: wiped ?? found?.bytes ?? null,
    report: reportText({ state, config, hasFile: file !== null, problems, hasNoRadio }),
    problems,
  };
}

function accepted(
  found: Completed,
  before: StoredConfig,
  today: string | null,
): Result<AppliedFile & { readonly wiped?: Buffer }, readonly Problem[]> {
  const read = readFirstFile(found.bytes);
  if (!read.ok) return read;
  const taken = takeOver(read.value, before);
  if (!taken.ok) return failed(taken.error);
  const wiping = wipingOf(found, read.value.secrets, today);
  if (wiping === undefined) return taken;
  return ok({ ...taken.value, config: { ...taken.value.config, wiping: wiping.wiping }, wiped: wiping.wiped });
}

function stateOf(config: StoredConfig, name: string, problems: number): BoardState {
  const { address } = config;
  return {
    hostname: config.hostname ?? `kasirbox-${name.toLowerCase()}`,
    wifi: config.wifi?.ssid ?? null,
    address: address === null ? null : `${address.address}/${address.prefix}`,
    accessPoint: config.wifi === null ? `Kasirbox-${name.toUpperCase()}` : null,
    sshKeys: config.sshKeys.length,
    problems,
  };
}

function filesOf(config: StoredConfig, state: BoardState): RunFile[] {
  const open = { mode: 0o644, owner: 'root' } as const;
  const files: RunFile[] = [
    { ...open, path: PATHS.cable, content: cableFile(config) },
    { ...open, path: PATHS.state, content: `${JSON.stringify(state)}\n` },
    {
      path: PATHS.rescueCode,
      content: `${rescueCodeOf(config.accessPointPassword)}\n`,
      mode: 0o400,
      owner: 'service',
    },
    ...radioFiles(config, state),
  ];
  const time = timeFile(config);
  if (time !== undefined) files.push({ ...open, path: PATHS.time, content: time });
  if (config.sshKeys.length > 0) {
    // sshd reads it as the user who signs in; its content is not secret.
    files.push({ ...open, path: PATHS.sshKeys, content: `${config.sshKeys.join('\n')}\n` });
    files.push({ ...open, path: PATHS.sshFlag, content: '' });
  }
  return files;
}

function radioFiles(config: StoredConfig, { accessPoint }: BoardState): RunFile[] {
  const { wifi, country, accessPointPassword: password } = config;
  const open = { mode: 0o644, owner: 'root' } as const;
  const secret = { mode: 0o600, owner: 'root' } as const;
  if (wifi !== null) {
    return [
      { ...secret, path: PATHS.station, content: stationConfig(wifi, country) },
      { ...open, path: PATHS.radio, content: radioFile(config) },
    ];
  }
  const ssid = accessPoint ?? '';
  return [
    { ...secret, path: PATHS.station, content: accessPointConfig({ ssid, psk: pskOf(ssid, password) }, country) },
    { ...open, path: PATHS.radio, content: accessPointFile() },
    { ...open, path: PATHS.resolver, content: resolverFile() },
    {
      path: PATHS.accessPoint,
      content: `${JSON.stringify({ ssid, password, adapter: WIFI_ADAPTER })}\n`,
      mode: 0o400,
      owner: 'service',
    },
  ];
}

/** Data for the service, which checks and applies it itself. */
interface ServiceHandover {
  /** The setting `company` as JSON; absent when it was handed over before. */
  readonly company?: string;
  /** Eight characters. */
  readonly claimCode?: string;
}

interface AppliedFile {
  readonly config: StoredConfig;
  readonly handedOver: ServiceHandover;
}

/**
 * The configuration after this file. Each section in the file replaces the stored one; a missing section leaves it
 * unchanged. A network needs its password once; afterwards the file may name it without one.
 */
function takeOver({ given, lineOf }: FirstFile, config: StoredConfig): Result<AppliedFile, readonly Problem[]> {
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
