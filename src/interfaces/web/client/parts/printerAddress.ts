import type { Fault } from '../net/http.js';
import { PRINTER_PLACES as PLACES } from '../text/common.js';
import { t } from '../text/language.js';

/** The location of a printer as text: `на мрежи, 192.168.1.50`. */
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

/** The box's message about the address of a printer, for its field in a form; undefined for other messages. */
export function addressFault(fault: Fault | undefined): string | undefined {
  const wrong = fault?.wrongMember;
  return wrong?.path.endsWith('/address') === true ? t(wrong.message) : undefined;
}
