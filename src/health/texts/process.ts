import type { Words } from '../../base/words.js';

/** What is said of the service as a process. */
export const TEXTS = {
  memoryGood: (megabytes: number): Words => ({
    sr: `Програм заузима ${megabytes} MB меморије.`,
    en: `The service takes ${megabytes} MB of memory.`,
  }),
  memoryHigh: (megabytes: number): Words => ({
    sr: `Програм заузима превише меморије (${megabytes} MB).`,
    en: `The service takes too much memory (${megabytes} MB).`,
  }),
  restartForMemory: (): Words => ({
    sr: 'Искључите и укључите уређај кад нема купаца; ако се понови, позовите сервисера.',
    en: 'Restart the service in a quiet moment; if it comes again, send its log to the makers of the program.',
  }),
  loopGood: (): Words => ({
    sr: 'Програм одговара без застоја.',
    en: 'The service answers at once.',
  }),
  loopSlow: (seconds: string): Words => ({
    sr: `Програм је недавно стао на ${seconds.replace('.', ',')} s.`,
    en: `The service stood still for ${seconds} s lately.`,
  }),
  lookForLoad: (): Words => ({
    sr: 'Ако се понавља, позовите сервисера: нешто друго оптерећује уређај.',
    en: 'If it happens again, look for what else loads the board (top), and whether its power and temperature are well.',
  }),
} as const;
