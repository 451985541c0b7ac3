import type { Bilingual } from '../../../base/index.js';
import type { BoardSensors } from '../board/boardSensors.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly board: Pick<BoardSensors, 'temperature'>;
}

/** From here on a Raspberry Pi reduces its speed, °C; from 85 it is forced to. */
const HOT = 80;

/** The temperature of the board, if it measures one. */
export const temperatureCheck = defineCheck({
  name: 'temperature',
  consequence: 'power',
  alarmAfterPolls: 5,
  async run({ board }: Parts) {
    const temperature = await board.temperature();
    if (temperature === null) return [];
    const degrees = Math.round(temperature);
    const degreesAre = temperature.toFixed(1);
    const proof = {
      sr: `${degreesAre.replace('.', ',')} °C; граница ${HOT} °C`,
      en: `${degreesAre} °C; limit ${HOT} °C`,
    };
    if (temperature < HOT) return [good(TEXTS.good(degrees), proof)];
    return [warning(TEXTS.high(degrees), TEXTS.coolDown(), proof)];
  },
});

const TEXTS = {
  good: (degrees: number): Bilingual => ({
    sr: `Температура процесора уређаја: ${degrees} °C.`,
    en: `The board is at ${degrees} °C.`,
  }),
  high: (degrees: number): Bilingual => ({
    sr: `Уређај је прегрејан (${degrees} °C) и зато ради спорије.`,
    en: `The board is too hot (${degrees} °C), and slower for it.`,
  }),
  coolDown: (): Bilingual => ({
    sr: 'Склоните уређај са сунца и ослободите отворе за ваздух; ако остане, потребан је хладњак.',
    en: 'Take the box out of the sun and free its vents; if it stays hot, it needs a heat sink or a fan.',
  }),
} as const;
