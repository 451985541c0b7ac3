import type { Bilingual } from '../../../base/index.js';
import type { BoardSensors, Storage } from '../board/boardSensors.js';
import { defineCheck, failureThatSells, good, inBoth, warning } from '../check.js';

interface WearDeps {
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
  guide: {
    symptom: { sr: 'Упозорење wear', en: 'Warning wear' },
    cause: { sr: 'меморија је при крају века', en: 'the flash is almost worn out' },
    command: 'kasirbox backup FILE',
  },
  async run({ board, folder }: WearDeps) {
    const storage = await board.storage(folder);
    if (storage === null || (storage.life === null && storage.reserve === null)) return [];
    const proof = proofOf(storage);
    if (hasReached(WORN_OUT, storage)) return [failureThatSells(WEAR_TEXTS.wornOut(), WEAR_TEXTS.replace(), proof)];
    if (hasReached(OLD, storage)) return [warning(WEAR_TEXTS.old(), WEAR_TEXTS.prepare(), proof)];
    return [good(storage.life === null ? WEAR_TEXTS.spare() : WEAR_TEXTS.used(storage.life * 10), proof)];
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

const WEAR_TEXTS = {
  used: (percent: number): Bilingual => ({
    sr: `Меморија уређаја је, по сопственој процени, потрошена највише ${percent} %.`,
    en: `By its own estimate, at most ${percent} % of the flash's life is used.`,
  }),
  spare: (): Bilingual => ({
    sr: 'Меморија уређаја има довољно резервних блокова.',
    en: 'The flash has enough spare blocks.',
  }),
  old: (): Bilingual => ({
    sr: 'Меморија уређаја се ближи крају свог века.',
    en: 'The flash is approaching the end of its life.',
  }),
  prepare: (): Bilingual => ({
    sr: 'Проверите да ли се праве резервне копије и договорите са сервисером замену уређаја (kasirbox backup).',
    en: 'Check that backups are made, and arrange with a technician to replace the box (kasirbox backup).',
  }),
  wornOut: (): Bilingual => ({
    sr: 'Меморија уређаја је дотрајала и може да откаже сваког дана.',
    en: 'The flash is worn out and may fail any day.',
  }),
  replace: (): Bilingual => ({
    sr: 'Одмах направите резервну копију и позовите сервисера да замени уређај (kasirbox backup FILE; kasirbox restore FILE).',
    en: 'Make a backup now and call a technician to replace the box (kasirbox backup FILE; kasirbox restore FILE).',
  }),
} as const;

interface PowerDeps {
  readonly board: Pick<BoardSensors, 'isUnderVoltage'>;
}

/** The voltage of the power supply, if the board measures it. */
export const powerCheck = defineCheck({
  name: 'power',
  consequence: 'power',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Уређај се гаси у току рада', en: 'The box switches off during work' },
    cause: { sr: 'напајање је слабо', en: 'the power supply is weak' },
    command: 'journalctl -k',
  },
  async run({ board }: PowerDeps) {
    const isUnderVoltage = await board.isUnderVoltage();
    if (isUnderVoltage === null) return [];
    const proof = inBoth(`in0_lcrit_alarm ${isUnderVoltage ? 1 : 0}`);
    return [
      isUnderVoltage ? warning(POWER_TEXTS.weak(), POWER_TEXTS.changeSupply(), proof) : good(POWER_TEXTS.good(), proof),
    ];
  },
});

const POWER_TEXTS = {
  good: (): Bilingual => ({ sr: 'Напајање је исправно.', en: 'The power supply is strong enough.' }),
  weak: (): Bilingual => ({
    sr: 'Напон напајања је пренизак: уређај може да се угаси усред рачуна.',
    en: 'The supply voltage is too low: the box may switch off in the middle of a receipt.',
  }),
  changeSupply: (): Bilingual => ({
    sr: 'Проверите кабл и ставите оригинално напајање; штампач прикључите на своје.',
    en: 'Check the cable and use the original power supply; connect the printer to its own.',
  }),
} as const;

interface TemperatureDeps {
  readonly board: Pick<BoardSensors, 'temperature'>;
}

/** From here on a Raspberry Pi reduces its speed, °C; from 85 it is forced to. */
const HOT = 80;

/** The temperature of the board, if it measures one. */
export const temperatureCheck = defineCheck({
  name: 'temperature',
  consequence: 'power',
  alarmAfterPolls: 5,
  guide: {
    symptom: { sr: 'Уређај је спор и врео', en: 'The box is slow and hot' },
    cause: { sr: 'прегревање', en: 'overheating' },
    command: 'kasirbox doctor',
  },
  async run({ board }: TemperatureDeps) {
    const temperature = await board.temperature();
    if (temperature === null) return [];
    const degrees = Math.round(temperature);
    const degreesAre = temperature.toFixed(1);
    const proof = {
      sr: `${degreesAre.replace('.', ',')} °C; граница ${HOT} °C`,
      en: `${degreesAre} °C; limit ${HOT} °C`,
    };
    if (temperature < HOT) return [good(TEMPERATURE_TEXTS.good(degrees), proof)];
    return [warning(TEMPERATURE_TEXTS.high(degrees), TEMPERATURE_TEXTS.coolDown(), proof)];
  },
});

const TEMPERATURE_TEXTS = {
  good: (degrees: number): Bilingual => ({
    sr: `Температура процесора уређаја: ${degrees} °C.`,
    en: `Temperature of the box's processor: ${degrees} °C.`,
  }),
  high: (degrees: number): Bilingual => ({
    sr: `Уређај је прегрејан (${degrees} °C) и зато ради спорије.`,
    en: `The box is overheated (${degrees} °C) and therefore slower.`,
  }),
  coolDown: (): Bilingual => ({
    sr: 'Склоните уређај са сунца и ослободите отворе за ваздух; ако квар остане, потребан је хладњак.',
    en: 'Move the box out of the sun and clear its vents; if it persists, it needs a heat sink.',
  }),
} as const;
