import { type Clock, failed, type Log, ok, type Result } from '../../../base/index.js';
import type { Drivers, Loss, UsbDevice, UsbPipes } from '../../../platform/devices/index.js';
import type { CardLoss, CardReader, FoundReader, ReaderBackend } from '../link.js';
import { readCcidDescriptor } from './ccidDescriptor.js';
import { CcidReader } from './ccidReader.js';

/** USB class of card readers (CCID 1.1, 4.2). */
export const CARD_READER_CLASS = 0x0b;

/** Maximum number of remembered failures, of all readers together. */
const MAX_TOLD = 100;

interface UsbBackendDeps {
  readonly drivers: Pick<Drivers, 'usbBus'>;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * True when any reader is on the bus. Checked first, so that the package for USB is loaded only if needed. Default:
   * true.
   */
  readonly isAttached?: () => Promise<boolean>;
}

/** The backend for USB readers that the box drives itself (CCID 1.1). */
export class UsbReaderBackend implements ReaderBackend {
  /** What was logged of each reader, because one that cannot be used is retried again and again. */
  private readonly told = new Set<string>();
  /** Names of connected readers, because each search would otherwise have to ask each reader. */
  private names: ReadonlyMap<string, string> = new Map();

  constructor(private readonly deps: UsbBackendDeps) {}

  async find(): Promise<Result<readonly FoundReader[], CardLoss>> {
    if ((await this.deps.isAttached?.()) === false) return ok([]);
    const devices = await this.devices();
    if (!devices.ok) return devices;
    const found: FoundReader[] = [];
    const names = new Map<string, string>();
    for (const device of devices.value) {
      const key = keyOf(device);
      const name = this.names.get(key) ?? (await nameOf(device));
      if (name !== namelessly(device)) names.set(key, name);
      found.push({ id: device.id, name, way: 'usb' });
    }
    this.names = names;
    return ok(found);
  }

  async open(id: string): Promise<Result<CardReader, CardLoss>> {
    const devices = await this.devices();
    if (!devices.ok) return devices;
    const device = devices.value.find((one) => one.id === id);
    if (device === undefined) return failed('no reader');
    const name = this.names.get(keyOf(device)) ?? (await nameOf(device));
    const pipes = await device.claim(CARD_READER_CLASS);
    if (!pipes.ok) return failed(lossOf(pipes.error));
    const opened = this.readerOf(id, name, pipes.value);
    if (!opened.ok) {
      await pipes.value.release();
      return opened;
    }
    // It must have answered once before it counts as open.
    const asked = await opened.value.hasCard();
    if (asked.ok) return opened;
    await opened.value.close();
    return asked;
  }

  private readerOf(id: string, name: string, pipes: UsbPipes): Result<CcidReader, CardLoss> {
    const { clock } = this.deps;
    const onError = (error: string): void => this.tell(id, name, error);
    const descriptor = readCcidDescriptor(pipes.descriptors);
    if (!descriptor.ok || pipes.receive === undefined || descriptor.value.level === 'character') {
      onError(descriptor.ok ? `level of exchange: ${descriptor.value.level}` : descriptor.error);
      return failed('unsupported');
    }
    const { receive } = pipes;
    return ok(new CcidReader({ name, descriptor: descriptor.value, pipes, receive, clock, onError }));
  }

  private tell(id: string, reader: string, error: string): void {
    const text = `${id} ${error}`;
    if (this.told.has(text)) return;
    if (this.told.size >= MAX_TOLD) this.told.clear();
    this.told.add(text);
    this.deps.log('card.reader_failed', { reader, error });
  }

  private async devices(): Promise<Result<readonly UsbDevice[], CardLoss>> {
    const bus = await this.deps.drivers.usbBus();
    if (!bus.ok) return bus;
    const devices = bus.value.findClass(CARD_READER_CLASS);
    return devices.ok ? devices : failed(lossOf(devices.error));
  }
}

async function nameOf(device: UsbDevice): Promise<string> {
  const name = await device.name();
  return name === '' ? namelessly(device) : `${name} (${idsOf(device)})`;
}

/** The name of a reader that does not report one, or that cannot be asked now. */
function namelessly(device: UsbDevice): string {
  return `USB ${idsOf(device)}`;
}

function idsOf({ vendor, product }: UsbDevice): string {
  const hex = (id: number): string => id.toString(16).padStart(4, '0');
  return `${hex(vendor)}:${hex(product)}`;
}

/** Includes the ids, because the bus gives the address of an unplugged device to another one. */
function keyOf(device: UsbDevice): string {
  return `${device.id} ${idsOf(device)}`;
}

function lossOf(loss: Loss): CardLoss {
  switch (loss) {
    case 'absent':
      return 'no reader';
    case 'lost':
      return 'reader gone';
    case 'busy':
    case 'denied':
    case 'driver':
    case 'closed':
      return loss;
  }
}
