import type { Texts } from './texts.js';

/** Locations of a printer. */
export const PRINTER_PLACES = {
  network: { sr: 'на мрежи, {host}', en: 'on the network, {host}' },
  usb: { sr: 'на USB-у', en: 'on USB' },
  serial: { sr: 'на серијском порту, {port}', en: 'on a serial port, {port}' },
} satisfies Texts;
