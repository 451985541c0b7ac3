import { compileSchema, type JsonSchema, type Result } from '../../base/index.js';
import type { Network } from './values.js';
import type { Wiping } from './wipe.js';

/** The Wi-Fi that the box joins. */
export interface WifiNetwork {
  readonly ssid: string;
  /** The key derived from password and name, 64 hex digits; the password itself is not stored. */
  readonly psk: string;
  readonly isHidden: boolean;
}

/** Configuration taken over from files so far, stored on the data partition. */
export interface StoredConfig {
  /** Name of access point and host; null before the first start. */
  readonly name: string | null;
  readonly wifi: WifiNetwork | null;
  /** Country in which the radio is used, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly hostname: string | null;
  readonly address: Network | null;
  readonly gateway: string | null;
  readonly dns: readonly string[];
  readonly timeServers: readonly string[];
  readonly sshKeys: readonly string[];
  /** Password of the box's own access point. */
  readonly accessPointPassword: string;
  /** SHA-256 of the company that was last handed over; the same one is not handed over again. */
  readonly company: string | null;
  /** True when a claim code was ever handed over. */
  readonly isClaimCodeGiven: boolean;
  readonly wiping: Wiping | null;
}

/** The configuration of a box that never had a file. */
export function emptyConfig(accessPointPassword: string): StoredConfig {
  return {
    ...{ name: null, wifi: null, country: 'RS', hostname: null, address: null, gateway: null },
    ...{ dns: [], timeServers: [], sshKeys: [], company: null, isClaimCodeGiven: false, wiping: null },
    accessPointPassword,
  };
}

const row: JsonSchema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,253}$' };
const rows: JsonSchema = { type: 'array', items: row };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const hex: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };

function record(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Members of later releases are ignored, because a box may be downgraded. */
const SCHEMA = record({
  name: orNull(row),
  wifi: orNull(record({ ssid: { type: 'string' }, psk: hex, isHidden: { type: 'boolean' } })),
  country: { type: 'string', pattern: '^[A-Z]{2}$' },
  hostname: orNull(row),
  address: orNull(record({ address: row, prefix: { type: 'integer' } })),
  gateway: orNull(row),
  dns: rows,
  timeServers: rows,
  sshKeys: { type: 'array', items: { type: 'string', pattern: '^[\\x20-\\x7e]+$' } },
  accessPointPassword: { type: 'string', pattern: '^[0-9A-Z]{12}$' },
  company: orNull(hex),
  isClaimCodeGiven: { type: 'boolean' },
  wiping: orNull(
    record({
      pieces: {
        type: 'array',
        items: record({ start: { type: 'integer' }, text: { type: 'string', pattern: '^[\\x20-\\x7e]*$' } }),
      },
      digest: hex,
    }),
  ),
});

const check = compileSchema<StoredConfig>(SCHEMA);

/** Parses the text of {@link formatConfig}; undefined for any other text. */
export function parseConfig(text: string): StoredConfig | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const checked: Result<StoredConfig, unknown> = check(value);
  return checked.ok ? checked.value : undefined;
}

export function formatConfig(config: StoredConfig): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}
