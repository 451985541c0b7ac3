import type { Fault } from '../net/http.js';
import { messageOf } from './notice.js';
import { PRINTER_PLACES as PLACES } from '../text/printerPlaces.js';
import { t } from '../text/language.js';

/** Where a printer is, in words: `на мрежи, 192.168.1.50`. */
export function printerPlace(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w+):\/\/(.*)$/.exec(address) ?? [];
  switch (scheme) {
    case 'tcp':
      return t(PLACES.network, { host: rest.replace(/:9100$/, '') });
    case 'usb':
    case 'lp':
      return t(PLACES.usb);
    case 'serial':
      return t(PLACES.serial, { port: rest.replace(/\?.*$/, '').replace(/^.*\//, '') });
    default:
      return t(PLACES.network, { host: address.replace(/:9100$/, '') });
  }
}

/** What the box says of the address of a printer, for its field in a form; undefined of anything else. */
export function addressFault(fault: Fault | undefined): string | undefined {
  if (fault === undefined || !/address of a printer/.test(fault.message)) return undefined;
  // The form shows which printer it is: its name in front is left out.
  return messageOf(fault).replace(/^[^:]+: (?=\p{Lu})/u, '');
}
