import { pbkdf2Sync } from 'node:crypto';
import type { WifiNetwork } from './kept.js';

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
