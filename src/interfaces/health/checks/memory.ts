import type { Bilingual } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';
import type { ProcessFigures } from '../processFigures.js';

interface Parts {
  readonly process: () => ProcessFigures;
  /** Undefined where no service runs. */
  readonly service: object | undefined;
}

const MEGABYTE = 1_000_000;
/** A box in use takes up to 150 MB; one that takes twice as much has a leak. */
const RSS_LIMIT = 300 * MEGABYTE;
/** Share of V8's limit beyond which it spends more time on garbage collection than on work. */
const HEAP_SHARE = 0.8;

/** The memory of the process. Only where a service runs. */
export const memoryCheck = defineCheck({
  name: 'memory',
  consequence: 'comfort',
  alarmAfterPolls: 5,
  run({ process, service }: Parts) {
    if (service === undefined) return [];
    const { rss, heapUsed, heapLimit } = process();
    const mostHeap = Math.round(heapLimit * HEAP_SHARE);
    const proof = {
      sr: `RSS ${rss}, heap ${heapUsed} бајтова; границе ${RSS_LIMIT}, ${mostHeap}`,
      en: `RSS ${rss}, heap ${heapUsed} bytes; limits ${RSS_LIMIT}, ${mostHeap}`,
    };
    const megabytes = Math.round(rss / MEGABYTE);
    if (rss <= RSS_LIMIT && heapUsed <= mostHeap) return [good(TEXTS.good(megabytes), proof)];
    return [warning(TEXTS.high(megabytes), TEXTS.restart(), proof)];
  },
});

const TEXTS = {
  good: (megabytes: number): Bilingual => ({
    sr: `Програм заузима ${megabytes} MB меморије.`,
    en: `The service takes ${megabytes} MB of memory.`,
  }),
  high: (megabytes: number): Bilingual => ({
    sr: `Програм заузима превише меморије (${megabytes} MB).`,
    en: `The service takes too much memory (${megabytes} MB).`,
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај кад нема купаца; ако се понови, позовите сервисера.',
    en: 'Restart the service in a quiet moment; if it comes again, send its log to the makers of the program.',
  }),
} as const;
