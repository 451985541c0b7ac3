import { type Message, english } from '../../../src/base/index.js';
import { readFileSync } from 'node:fs';
import { BoxProcess } from '../../kit/process.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import type { Address } from './processors.js';
import type { Counter } from './tills.js';
import { TIMEOUT } from './ways.js';

/** One key may call 240 times a minute; these many never come near that. */
const KEYS = 40;

/** What a box has in the end. Sales go by the names of their first lines. */
export interface Books {
  readonly recorded: readonly { readonly name: string; readonly number: string }[];
  /** What it names as not known. */
  readonly open: readonly { readonly name: string; readonly needsPerson: boolean }[];
}

/** The built box as its service runs, with a processor of its own. */
export class Branch {
  private constructor(
    private readonly box: BoxProcess,
    readonly counter: Counter,
  ) {}

  static async open(folder: string, { url, tls }: Address): Promise<Branch> {
    const box = await BoxProcess.start({ folder });
    const set = async (name: string, value: unknown): Promise<void> => {
      taken(await box.ask('settings.set', { name, value }));
    };
    await set('environment', 'sandbox');
    if (tls !== null) {
      const bundle = Buffer.from(tls.authority).toString('base64');
      taken(await box.ask('certificate.trust', { environment: 'sandbox', bundle }));
      taken(await box.ask('certificate.install', { environment: 'sandbox', ...tls.client, chain: [] }));
    }
    const own = tls === null ? { mode: 'lpfr' } : { mode: 'vpfr', pac: DEFAULTS.pac };
    await set('pfr.sandbox', { ...own, url, timeout: TIMEOUT });
    return new Branch(box, { port: box.port, ca: readFileSync(box.caFile, 'utf8'), keys: await box.keys(KEYS) });
  }

  async books(): Promise<Books> {
    const receipts = await this.box.receipts(this.counter.keys[0] ?? '');
    const open = taken(await this.box.ask('pfr.open', {}));
    return {
      recorded: receipts.map(({ clientRequestId, pfr }) => ({
        name: clientRequestId ?? '',
        number: pfr.invoiceNumber,
      })),
      open: open.map(({ names, state }) => ({ name: names[0] ?? '', needsPerson: state !== 'asking' })),
    };
  }

  async close(): Promise<void> {
    await this.box.stop();
  }
}

function taken<T>(
  reply: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Message } | undefined,
): T {
  if (reply?.ok !== true) throw new Error(reply === undefined ? 'the box does not answer' : english(reply.error));
  return reply.value;
}
