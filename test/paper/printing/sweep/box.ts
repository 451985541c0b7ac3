import type { Clock } from '../../../../src/base/clock.js';
import { silentLog } from '../../../../src/base/log.js';
import type { PrintJob } from '../../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import type { EncodedSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { Spooler } from '../../../../src/paper/printing/spooler.js';
import type { Transport } from '../../../../src/platform/devices/connection.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import type { MemoryDisk } from '../../../kit/disk/memory.js';
import { openLedger } from '../../../kit/ledger.js';
import { NEVER, type SimClock } from '../../../model/clock.js';
import { Tap } from './tap.js';

export interface BoxDeps {
  readonly clock: SimClock;
  readonly disk: MemoryDisk;
  readonly setting: PrinterSetting;
  readonly transport: () => Transport;
  readonly draw: (job: PrintJob) => EncodedSlip;
  readonly mend: readonly Uint8Array[];
  /** Called for each connection before a byte passes. */
  readonly onOpen: () => void;
}

/** Ledger and spooler as they are in a box, with a printer; can be killed at any moment. */
export class SweepBox {
  isDead = false;

  private constructor(
    readonly ledger: Ledger,
    readonly spooler: Spooler,
    readonly tap: Tap,
    readonly disk: MemoryDisk,
    /** Jobs as the disk had them. */
    readonly found: readonly PrintJob[],
  ) {}

  static async start({ clock, disk, setting, transport, draw, mend, onOpen }: BoxDeps): Promise<SweepBox> {
    const ledger = await openLedger(disk, { sql: await loadSql(), now: clock.now });
    const tap = new Tap(transport, onOpen);
    const mortal: Clock = {
      now: clock.now,
      isTrusted: clock.isTrusted,
      monotonic: clock.monotonic,
      sleep: (ms, signal) => clock.sleep(ms, signal).then((passed) => (box.isDead ? NEVER : passed)),
    };
    const spooler = new Spooler({
      ledger,
      clock: mortal,
      log: silentLog,
      printers: () => [setting],
      // More than one paper of a receipt is what a sweep breaks.
      repeatPrints: () => true,
      onPrinters: () => undefined,
      transportOf: () => tap,
      draw: async (job) => draw(job),
      drawTest: () => {
        throw new Error('nobody asks for a test');
      },
      tornEnding: async () => mend,
    });
    const box = new SweepBox(ledger, spooler, tap, disk, ledger.main.jobs.all());
    await spooler.start();
    return box;
  }

  /** Stops the box dead: nothing that runs in it reaches its disk, its clock or its printer any more. */
  kill(): void {
    this.isDead = true;
    this.tap.kill();
  }

  async stop(): Promise<void> {
    await this.spooler.stop();
  }
}
