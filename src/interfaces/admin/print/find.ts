import { ok, type Result, type Message } from '../../../base/index.js';
import { findAttached, findInNetworks, type FoundPrinter } from '../../../platform/devices/index.js';
import { isSamePrinter, readAddress } from '../../../shop/settings/index.js';
import { boolean } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

/** A printer that was found. */
export interface PrinterFound extends FoundPrinter {
  /** Name of the printer in the settings with this address; null when there is none. */
  readonly setAs: string | null;
}

/**
 * Searches for printers on USB and serial ports, and with `network` also in the box's own networks. Nothing is printed.
 */
export const findPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  ask: { network: boolean },
  async run(
    { settings }: Pick<AdminParts, 'settings'>,
    { network },
  ): Promise<Result<readonly PrinterFound[], Message>> {
    const attached = await findAttached();
    const found = network ? [...attached, ...(await findInNetworks())] : attached;
    return ok(
      found
        .filter(({ address }) => readAddress(address).ok)
        .map((one) => ({
          ...one,
          setAs: settings.now.printers.find(({ address }) => isSamePrinter(address, one.address))?.name ?? null,
        })),
    );
  },
});
