import type { Bilingual } from '../../../base/index.js';
import type { BoardSensors } from '../board/boardSensors.js';
import type { Storage } from '../board/storage.js';
import { defineCheck, failureThatSells, good, warning } from '../check.js';

interface Parts {
  readonly board: Pick<BoardSensors, 'storage'>;
  /** The data folder. */
  readonly folder: string;
}

/** From here on a replacement should be at hand: four fifths of the life, or of the spare blocks, are used. */
const OLD: Pressure = { life: 9, reserve: 2 };
/** From here on it may fail, or refuse writes, any day. */
const WORN_OUT: Pressure = { life: 11, reserve: 3 };

interface Pressure {
  readonly life: number;
  readonly reserve: number;
}

/** Wear of the storage under the data folder, by its own estimate. No finding when it makes none, like an SD card. */
export const wearCheck = defineCheck({
  name: 'wear',
  consequence: 'storage',
  alarmAfterPolls: 2,
  async run({ board, folder }: Parts) {
    const storage = await board.storage(folder);
    if (storage === null || (storage.life === null && storage.reserve === null)) return [];
    const proof = proofOf(storage);
    if (hasReached(WORN_OUT, storage)) return [failureThatSells(TEXTS.wornOut(), TEXTS.replace(), proof)];
    if (hasReached(OLD, storage)) return [warning(TEXTS.old(), TEXTS.prepare(), proof)];
    return [good(storage.life === null ? TEXTS.spare() : TEXTS.used(storage.life * 10), proof)];
  },
});

function hasReached(limit: Pressure, { life, reserve }: Storage): boolean {
  return (life ?? 0) >= limit.life || (reserve ?? 0) >= limit.reserve;
}

function proofOf({ name, date, life, reserve }: Storage): Bilingual {
  const figures = `life_time ${life ?? '?'}, pre_eol_info ${reserve ?? '?'}`;
  return {
    sr: `eMMC ${name} од ${date}; ${figures}; границе ${OLD.life} и ${OLD.reserve}, ${WORN_OUT.life} и ${WORN_OUT.reserve}`,
    en: `eMMC ${name} of ${date}; ${figures}; limits ${OLD.life} and ${OLD.reserve}, ${WORN_OUT.life} and ${WORN_OUT.reserve}`,
  };
}

const TEXTS = {
  used: (percent: number): Bilingual => ({
    sr: `Меморија уређаја је, по сопственој процени, потрошена највише ${percent} %.`,
    en: `By its own estimate at most ${percent} % of the life of the flash is used.`,
  }),
  spare: (): Bilingual => ({
    sr: 'Меморија уређаја има довољно резервних блокова.',
    en: 'The flash has spare blocks enough.',
  }),
  old: (): Bilingual => ({
    sr: 'Меморија уређаја се ближи крају свог века.',
    en: 'The flash comes near the end of its life.',
  }),
  prepare: (): Bilingual => ({
    sr: 'Проверите да ли се праве резервне копије и договорите са сервисером замену уређаја (kasirbox backup).',
    en: 'See that backups are made (kasirbox backup), and plan to replace the flash or the board.',
  }),
  wornOut: (): Bilingual => ({
    sr: 'Меморија уређаја је дотрајала и може да откаже сваког дана.',
    en: 'The flash is worn out, and may fail any day.',
  }),
  replace: (): Bilingual => ({
    sr: 'Одмах направите резервну копију и позовите сервисера да замени уређај (kasirbox backup FILE; kasirbox restore FILE).',
    en: 'Make a backup now (kasirbox backup FILE), and restore it on another flash or board (kasirbox restore FILE).',
  }),
} as const;
