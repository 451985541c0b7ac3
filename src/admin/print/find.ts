import { networkInterfaces } from 'node:os';
import { ok, type Result } from '../../base/index.js';
import { findAttached, findOnNetwork, type FoundPrinter } from '../../devices/index.js';
import { readAddress } from '../../settings/index.js';
import { boolean } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

/** A printer that may be there. */
export interface PrinterFound extends FoundPrinter {
  /** Name of the printer that is set at this address; null when none is. */
  readonly setAs: string | null;
}

/** Larger networks are no shop's; asking each of their devices would take minutes. */
const SMALLEST_PREFIX = 24;
const LAST_HOST = 254;

/** Looks for printers on USB and serial ports, and with `network` for devices beside the box that take prints. Nothing is printed. */
export const findPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  ask: { network: boolean },
  async run({ settings }: Pick<AdminParts, 'settings'>, { network }): Promise<Result<readonly PrinterFound[], string>> {
    const attached = await findAttached();
    const found = network ? [...attached, ...(await findOnNetwork(neighbours()))] : attached;
    return ok(
      found
        .filter(({ address }) => readAddress(address).ok)
        .map((one) => ({
          ...one,
          setAs: settings.now.printers.find(({ address }) => address === one.address)?.name ?? null,
        })),
    );
  },
});

/** Addresses in the small IPv4 networks that the box is in. */
function neighbours(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const small = own.filter(({ family, internal, cidr }) => {
    return family === 'IPv4' && !internal && Number(cidr?.split('/')[1]) >= SMALLEST_PREFIX;
  });
  const heads = new Set(small.map(({ address }) => address.replace(/\.\d+$/, '')));
  return [...heads].flatMap((head) => Array.from({ length: LAST_HOST }, (_, at) => `${head}.${at + 1}`));
}
