import { pbkdf2Sync } from 'node:crypto';
import { ACCESS_POINT_ADDRESS, ACCESS_POINT_PREFIX } from './values.js';
import type { StoredConfig, WifiNetwork } from './storedConfig.js';

/** The adapter of wpa_supplicant@wlan0; the kernel's name of the first one. */
export const WIFI_ADAPTER = 'wlan0';

/** Metric of routes: the cable is preferred to the radio. */
const METRIC = { cable: 100, radio: 600 } as const;

type Rows = readonly string[];

/**
 * For the cable: an address from the router, and always a link-local one, so that the box can be found without a
 * router.
 */
export function cableFile(stored: StoredConfig): string {
  const isStatic = stored.wifi === null;
  return unit(['[Match]', 'Type=ether', 'Kind=!*', ...joined(stored, METRIC.cable, isStatic)]);
}

/** For the Wi-Fi that the box joins. */
export function radioFile(stored: StoredConfig): string {
  return unit(['[Match]', `Name=${WIFI_ADAPTER}`, ...joined(stored, METRIC.radio, true)]);
}

/** For the box's own access point. Phones accept a network only when it announces a router and a name server. */
export function accessPointFile(): string {
  return unit([
    '[Match]',
    `Name=${WIFI_ADAPTER}`,
    '[Link]',
    'RequiredForOnline=no',
    '[Network]',
    `Address=${ACCESS_POINT_ADDRESS}/${ACCESS_POINT_PREFIX}`,
    'DHCPServer=yes',
    'LinkLocalAddressing=no',
    'IPv6AcceptRA=no',
    'MulticastDNS=yes',
    '[DHCPServer]',
    'PoolOffset=10',
    'PoolSize=100',
    'DefaultLeaseTimeSec=30min',
    'EmitRouter=yes',
    'EmitDNS=yes',
    `DNS=${ACCESS_POINT_ADDRESS}`,
    'EmitNTP=no',
    'EmitTimezone=no',
  ]);
}

/** For systemd-resolved, which then answers in the network of the access point. */
export function resolverFile(): string {
  return unit(['[Resolve]', `DNSStubListenerExtra=${ACCESS_POINT_ADDRESS}`]);
}

/** For systemd-timesyncd; undefined when its default servers are used. */
export function timeFile({ timeServers }: StoredConfig): string | undefined {
  return timeServers.length === 0 ? undefined : unit(['[Time]', `NTP=${timeServers.join(' ')}`]);
}

/** `isConfigured`: true for the adapter that the configured address belongs to. */
function joined({ address, gateway, dns }: StoredConfig, metric: number, isConfigured: boolean): Rows {
  const fixed = isConfigured ? address : null;
  const servers = isConfigured ? (dns.length === 0 && fixed !== null && gateway !== null ? [gateway] : dns) : [];
  return [
    '[Link]',
    'RequiredForOnline=no',
    '[Network]',
    `DHCP=${fixed === null ? 'yes' : 'no'}`,
    'LinkLocalAddressing=yes',
    'MulticastDNS=yes',
    ...servers.map((server) => `DNS=${server}`),
    ...(fixed === null ? [] : ['[Address]', `Address=${fixed.address}/${fixed.prefix}`]),
    ...(fixed === null || gateway === null ? [] : ['[Route]', `Gateway=${gateway}`, `Metric=${metric}`]),
    ...['[DHCPv4]', `RouteMetric=${metric}`, 'UseHostname=no', 'UseTimezone=no'],
    ...['[IPv6AcceptRA]', `RouteMetric=${metric}`],
  ];
}

/** A systemd file, with a blank line before each section. */
function unit(rows: Rows): string {
  const head = '# Written by kasirbox at each start.';
  return [head, ...rows.flatMap((row) => (row.startsWith('[') ? ['', row] : [row])), ''].join('\n');
}

/** Channel 6, MHz: every 2.4 GHz adapter supports it, in every country, without a search for weather radars. */
const FREQUENCY_MHZ = 2437;

/**
 * The key of a WPA2 network, 64 hex digits (IEEE 802.11, J.4.1). A password that is already such a key is returned
 * unchanged.
 */
export function pskOf(ssid: string, password: string): string {
  if (/^[0-9a-fA-F]{64}$/.test(password)) return password.toLowerCase();
  return pbkdf2Sync(password, ssid, 4096, 32, 'sha1').toString('hex');
}

/**
 * Configuration of wpa_supplicant. The network name is written in hex digits, so that it cannot end its line. Protected
 * management frames are used if the other side supports them; SAE (WPA3) would need the password itself, which is not
 * stored.
 */
export function stationConfig({ ssid, psk, isHidden }: WifiNetwork, country: string): string {
  return config(country, [
    `ssid=${hexOf(ssid)}`,
    ...(isHidden ? ['scan_ssid=1'] : []),
    'key_mgmt=WPA-PSK WPA-PSK-SHA256',
    'proto=RSN',
    'pairwise=CCMP',
    'ieee80211w=1',
    `psk=${psk}`,
  ]);
}

/** The box's own access point: WPA2 with CCMP. */
export function accessPointConfig({ ssid, psk }: Omit<WifiNetwork, 'isHidden'>, country: string): string {
  return config(country, [
    `ssid=${hexOf(ssid)}`,
    'mode=2',
    `frequency=${FREQUENCY_MHZ}`,
    'key_mgmt=WPA-PSK',
    'proto=RSN',
    'pairwise=CCMP',
    'group=CCMP',
    `psk=${psk}`,
  ]);
}

function config(country: string, network: readonly string[]): string {
  const rows = network.map((row) => `\t${row}`);
  return ['ctrl_interface=DIR=/run/wpa_supplicant', `country=${country}`, 'network={', ...rows, '}', ''].join('\n');
}

function hexOf(ssid: string): string {
  return Buffer.from(ssid).toString('hex');
}
