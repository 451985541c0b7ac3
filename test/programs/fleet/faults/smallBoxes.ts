import { english } from '../../../../src/base/index.js';
import { setTimeout as delay } from 'node:timers/promises';
import { eventResponse } from '../../../../src/interfaces/api/event.js';
import { invoiceResponse } from '../../../../src/interfaces/api/invoice.js';
import { type Clock, systemClock } from '../../../../src/base/clock.js';
import { silentLog } from '../../../../src/base/log.js';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import { SalePriority } from '../../../../src/base/salePriority.js';
import { CursorStore } from '../../../../src/outward/delivery/cursorStore.js';
import { Streaming } from '../../../../src/outward/delivery/stream/streaming.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { ReceiptMaker, SMALL_SIZES } from '../../../kit/ledger.js';
import { Random } from '../../../kit/random.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';
import { folderOfSmallBox, type SmallBoxesAsked, type SmallBoxesOrder } from './order.js';

/** Time for pauses and states runs faster, so that those of a minute are part of a run. */
const SPEED = 10;
const fastClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * SPEED,
  sleep: (ms, signal) => systemClock.sleep(ms / SPEED, signal),
};

/** A real ledger in a folder, with the publisher of a box; nothing else of it. */
class SmallBox {
  private constructor(
    readonly ledger: Ledger,
    private readonly settings: Settings,
    private readonly streaming: Streaming,
    private readonly random: Random,
    private readonly maker: ReceiptMaker,
    /** In the place of the processor's. */
    private readonly jid: string,
  ) {}

  static async open(folder: string, number: number, random: Random): Promise<SmallBox> {
    const options = { disk: nodeDisk, folder, sql: await loadSql(), now: Date.now, log: silentLog, version: 'small' };
    await nodeDisk.makeDir(folder);
    const ledger = await Ledger.open({ ...options, sizes: SMALL_SIZES });
    const settings = new Settings(ledger, '1.0', () => undefined, SETTINGS_KEY);
    const streaming = new Streaming({
      ...{ ledger, settings, clock: fastClock, log: silentLog, boxId: ledger.boxId.toString('hex') },
      cursors: new CursorStore({ ledger, clock: fastClock, log: silentLog }),
      slice: new SalePriority(systemClock).slice,
      describeEvent: eventResponse,
      describeReceipt: (invoice) => invoiceResponse(invoice),
      state: () => {
        const { sequence, epoch, hash } = ledger.end;
        const [at, problems, catalogue] = [Date.now(), [], null];
        const sandbox = { version: '1.0', environment: 'sandbox' };
        return Promise.resolve({ at, ...sandbox, sequence, epoch, hash, problems, catalogue });
      },
      // Of no group.
      group: { keys: () => [], hear: () => undefined, unheard: () => undefined, onTaken: () => undefined },
    });
    // Another one in each life of the process: the counters of the maker begin anew.
    const jid = `${number.toString(36).padStart(3, '0')}${random.text('ABCDEFGHJKLMNPRS', 5, 5)}`.toUpperCase();
    return new SmallBox(ledger, settings, streaming, random, new ReceiptMaker(random), jid);
  }

  async start(stream: object): Promise<void> {
    await this.streaming.start();
    await this.set(stream);
  }

  /** Set again, it ends pauses. */
  async set(stream: object): Promise<void> {
    const changed = await this.settings.set('stream', stream);
    if (!changed.ok) throw new Error(english(changed.error));
  }

  async sell(): Promise<void> {
    const { ledger, random, jid } = this;
    const transactionType = random.oneIn(8) ? 'Refund' : 'Sale';
    const invoiceType = random.oneIn(10) ? random.pick(['ProForma', 'Advance', 'Training'] as const) : 'Normal';
    const cashier = random.pick(['Ана', 'Вук', 'Зоран']);
    const made = this.maker.next(ledger, { at: Date.now(), transactionType, invoiceType, cashier });
    const { totalCounter } = made.signature;
    const signer = { requestedBy: jid, signedBy: jid, invoiceNumber: `${jid}-${jid}-${totalCounter}` };
    const receipt: IssuedInvoice = { ...made, signature: { ...made.signature, ...signer } };
    const issued = await ledger.issue(receipt);
    if (!issued.ok) throw new Error(issued.error);
  }
}

/** Many small boxes in one process, which may be killed. They sell until they are told to end. */
async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as SmallBoxesOrder;
  const random = new Random(order.seed);
  const boxes: SmallBox[] = [];
  const streamOf = (at: number): object => ({ ...order.stream, url: order.urls[at % order.urls.length] });
  for (let at = 0; at < order.boxes; at += 1) {
    const box = await SmallBox.open(folderOfSmallBox(order.folder, at), at, random);
    await box.start(streamOf(at));
    boxes.push(box);
  }
  const over = new AbortController();
  const heal = async (): Promise<void> => {
    for (const [at, box] of boxes.entries()) await box.set(streamOf(at));
    process.send?.('healed');
  };
  process.on('message', (asked: SmallBoxesAsked) => {
    over.abort();
    if (asked === 'heal') void heal();
  });
  process.on('disconnect', () => process.exit());
  process.send?.('started');
  await sell(boxes, random, order.receipts, over.signal);
  process.send?.('ended');
}

/** As many receipts in a second, at chance. */
async function sell(boxes: readonly SmallBox[], random: Random, receipts: number, over: AbortSignal): Promise<void> {
  const began = performance.now();
  for (let sold = 0; !over.aborted; sold += 1) {
    await delay(Math.max(0, began + (sold * 1000) / receipts - performance.now()));
    await random.pick(boxes).sell();
  }
}

void main();
