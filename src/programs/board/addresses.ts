import { isIP, isIPv4 } from 'node:net';
import { isHostName, ok, type Result } from '../../base/index.js';
import { type Fault, VALUE_TEXTS, wrong } from './boardTexts.js';

/** Address of the box in the network of its own access point. */
export const ACCESS_POINT_ADDRESS = '10.83.0.1';
export const ACCESS_POINT_PREFIX = 24;

/** An IPv4 address with its prefix length. */
export interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** Parses `192.168.1.50/24`: an address that a device of that network may have. */
export function networkOf(text: string): Result<Network, Fault> {
  const [, address = '', digits = ''] = /^([\d.]{7,15})\/(\d{1,2})$/.exec(text) ?? [];
  const prefix = Number(digits);
  if (!isIPv4(address) || prefix < 8 || prefix > 30) return wrong(VALUE_TEXTS.address);
  const host = numberOf(address) % 2 ** (32 - prefix);
  const isLast = host === 2 ** (32 - prefix) - 1;
  const first = Number(address.split('.')[0]);
  if (host === 0 || isLast || first === 0 || first === 127 || first >= 224) return wrong(VALUE_TEXTS.address);
  const own = { address: ACCESS_POINT_ADDRESS, prefix: ACCESS_POINT_PREFIX };
  const shorter = Math.min(prefix, own.prefix);
  if (isInside(own.address, { address, prefix: shorter })) return wrong(VALUE_TEXTS.addressTaken);
  return ok({ address, prefix });
}

/** True when this IPv4 address is in that network. */
export function isInside(address: string, { address: other, prefix }: Network): boolean {
  const size = 2 ** (32 - prefix);
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(other) / size);
}

export function gatewayOf(text: string): Result<string, Fault> {
  return isIPv4(text) ? ok(text) : wrong(VALUE_TEXTS.gateway);
}

/** An IPv4 or IPv6 address without a zone, because a zone is a name that the file could invent. */
export function dnsServerOf(text: string): Result<string, Fault> {
  return isAddress(text) ? ok(text.toLowerCase()) : wrong(VALUE_TEXTS.dns);
}

export function timeServerOf(text: string): Result<string, Fault> {
  return isAddress(text) || isHostName(text) ? ok(text.toLowerCase()) : wrong(VALUE_TEXTS.timeServers);
}

/** One label of a DNS name (RFC 1123, 2.1) that is not a number; in lower case. */
export function hostNameOf(text: string): Result<string, Fault> {
  const name = text.toLowerCase();
  const isLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name) && !/^\d+$/.test(name);
  return isLabel && name !== 'localhost' ? ok(name) : wrong(VALUE_TEXTS.hostname);
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}
