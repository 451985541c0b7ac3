import type { Words } from '../../base/words.js';

/** What is said of the board: its power and its temperature. */
export const TEXTS = {
  powerGood: (): Words => ({ sr: 'Напајање је исправно.', en: 'The power supply is strong enough.' }),
  powerWeak: (): Words => ({
    sr: 'Напон напајања је пренизак: уређај може да се угаси усред рачуна.',
    en: 'The voltage of the power supply is too low: the box may go off in the middle of a receipt.',
  }),
  changeSupply: (): Words => ({
    sr: 'Проверите кабл и ставите оригинално напајање; штампач прикључите на своје.',
    en: 'Check the cable and take the original power supply; give the printer one of its own.',
  }),
  temperatureGood: (degrees: number): Words => ({
    sr: `Температура процесора уређаја: ${degrees} °C.`,
    en: `The board is at ${degrees} °C.`,
  }),
  temperatureHigh: (degrees: number): Words => ({
    sr: `Уређај је прегрејан (${degrees} °C) и зато ради спорије.`,
    en: `The board is too hot (${degrees} °C), and slower for it.`,
  }),
  coolDown: (): Words => ({
    sr: 'Склоните уређај са сунца и ослободите отворе за ваздух; ако остане, потребан је хладњак.',
    en: 'Take the box out of the sun and free its vents; if it stays hot, it needs a heat sink or a fan.',
  }),
} as const;
