import type { Bilingual } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';
import type { ProcessFigures } from '../processFigures.js';

interface MemoryDeps {
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
  consequence: 'convenience',
  alarmAfterPolls: 5,
  guide: {
    symptom: { sr: 'Уређај је спор', en: 'The box is slow' },
    cause: { sr: 'понестаје меморије', en: 'memory is running out' },
    command: 'journalctl -u kasirbox',
  },
  run({ process, service }: MemoryDeps) {
    if (service === undefined) return [];
    const { rss, heapUsed, heapLimit } = process();
    const mostHeap = Math.round(heapLimit * HEAP_SHARE);
    const proof = {
      sr: `RSS ${rss}, heap ${heapUsed} бајтова; границе ${RSS_LIMIT}, ${mostHeap}`,
      en: `RSS ${rss}, heap ${heapUsed} bytes; limits ${RSS_LIMIT}, ${mostHeap}`,
    };
    const megabytes = Math.round(rss / MEGABYTE);
    if (rss <= RSS_LIMIT && heapUsed <= mostHeap) return [good(MEMORY_TEXTS.good(megabytes), proof)];
    return [warning(MEMORY_TEXTS.high(megabytes), MEMORY_TEXTS.restart(), proof)];
  },
});

const MEMORY_TEXTS = {
  good: (megabytes: number): Bilingual => ({
    sr: `Сервис заузима ${megabytes} MB меморије.`,
    en: `The service uses ${megabytes} MB of memory.`,
  }),
  high: (megabytes: number): Bilingual => ({
    sr: `Сервис заузима превише меморије (${megabytes} MB).`,
    en: `The service uses too much memory (${megabytes} MB).`,
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај кад нема купаца; ако се понови, позовите сервисера.',
    en: 'Switch the box off and on when there are no buyers; if it happens again, call a technician.',
  }),
} as const;

interface LoopDeps {
  readonly service:
    | {
        /** Longest time that the event loop was blocked in the last minutes, ms. */
        readonly loopDelay: () => number;
      }
    | undefined;
}

/** An event loop that is blocked for this long has delayed a till, ms. */
const LIMIT = 1000;

/** Whether the service responds promptly. Only where a service runs. */
export const loopCheck = defineCheck({
  name: 'loop',
  consequence: 'convenience',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Каса касни', en: 'The till is slow' },
    cause: { sr: 'процесор уређаја је преоптерећен', en: "the box's processor is overloaded" },
    command: 'uptime',
  },
  run({ service }: LoopDeps) {
    if (service === undefined) return [];
    const delay = service.loopDelay();
    const proof = {
      sr: `највише ${Math.round(delay)} мс у последњим минутима; граница ${LIMIT} мс`,
      en: `at most ${Math.round(delay)} ms in the last minutes; limit ${LIMIT} ms`,
    };
    if (delay <= LIMIT) return [good(LOOP_TEXTS.good(), proof)];
    return [warning(LOOP_TEXTS.slow((delay / 1000).toFixed(1)), LOOP_TEXTS.findLoad(), proof)];
  },
});

const LOOP_TEXTS = {
  good: (): Bilingual => ({
    sr: 'Сервис одговара без застоја.',
    en: 'The service responds without delay.',
  }),
  slow: (seconds: string): Bilingual => ({
    sr: `Сервис је недавно стао на ${seconds.replace('.', ',')} с.`,
    en: `The service recently stalled for ${seconds} s.`,
  }),
  findLoad: (): Bilingual => ({
    sr: 'Ако се понавља, погледајте шта друго оптерећује уређај (top) и да ли су напајање и температура у реду; затим позовите сервисера.',
    en: 'If it happens again, check what else loads the box (top), and its power supply and temperature; then call a technician.',
  }),
} as const;
