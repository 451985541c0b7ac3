import type { Readable } from 'node:stream';
import { failed, ok, type Result, startOwnCommand, defineMessages, type Message } from '../../base/index.js';

const MESSAGES = defineMessages('supportBundle', {
  busy: {
    en: 'A support bundle is being made already; try again in a moment.',
    sr: 'Пакет за подршку се већ прави; покушајте поново за који тренутак.',
  },
  noMemory: { en: 'There is too little memory for it.', sr: 'За то нема довољно меморије.' },
  failed: {
    en: 'The support bundle could not be made. Run: kasirbox support-bundle FILE',
    sr: 'Пакет за подршку није направљен. На самој каси: kasirbox support-bundle FILE',
  },
});

/** It reads the whole ledger; if it takes longer than this, the disk is failing, ms. */
const TIME_LIMIT = 10 * 60_000;

/**
 * Creates support bundles by `kasirbox support-bundle`, a separate process. It reads the whole ledger, and asks this
 * service for what is not on the disk. One at a time.
 */
export class SupportBundles {
  private isBusy = false;

  constructor(private readonly folder: string) {}

  /** The bundle as a stream. */
  async begin(): Promise<Result<Readable, Message>> {
    if (this.isBusy) return failed(MESSAGES.busy);
    const command = ['support-bundle', '-', '--data', this.folder];
    const child = startOwnCommand(command, ['ignore', 'pipe', 'pipe'], AbortSignal.timeout(TIME_LIMIT));
    const output = child?.stdout ?? undefined;
    if (child === undefined || output === undefined) return failed(MESSAGES.noMemory);
    this.isBusy = true;
    child.stderr?.resume();
    child.once('close', () => (this.isBusy = false));
    // A client must get an error before the first byte if there will be none.
    const isThere = await new Promise<boolean>((resolve) => {
      output.once('readable', () => resolve(output.readableLength > 0));
      child.once('close', () => resolve(false));
    });
    return isThere ? ok(output) : failed(MESSAGES.failed);
  }
}
