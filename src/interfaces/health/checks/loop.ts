import type { Bilingual } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
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
  consequence: 'comfort',
  alarmAfterPolls: null,
  run({ service }: Parts) {
    if (service === undefined) return [];
    const delay = service.loopDelay();
    const proof = {
      sr: `највише ${Math.round(delay)} мс у последњим минутима; граница ${LIMIT} мс`,
      en: `worst ${Math.round(delay)} ms of the last minutes; limit ${LIMIT} ms`,
    };
    if (delay <= LIMIT) return [good(TEXTS.good(), proof)];
    return [warning(TEXTS.slow((delay / 1000).toFixed(1)), TEXTS.findLoad(), proof)];
  },
});

const TEXTS = {
  good: (): Bilingual => ({
    sr: 'Програм одговара без застоја.',
    en: 'The service answers at once.',
  }),
  slow: (seconds: string): Bilingual => ({
    sr: `Програм је недавно стао на ${seconds.replace('.', ',')} с.`,
    en: `The service stood still for ${seconds} s lately.`,
  }),
  findLoad: (): Bilingual => ({
    sr: 'Ако се понавља, погледајте шта друго оптерећује уређај (top) и да ли су напајање и температура у реду; затим позовите сервисера.',
    en: 'If it happens again, look for what else loads the board (top), and whether its power and temperature are well.',
  }),
} as const;
