import type { Bilingual } from '../../../base/index.js';
import type { BoardSensors } from '../board/boardSensors.js';
import { defineCheck, good, inBoth, warning } from '../check.js';

interface Parts {
  readonly board: Pick<BoardSensors, 'isUnderVoltage'>;
}

/** The voltage of the power supply, if the board measures it. */
export const powerCheck = defineCheck({
  name: 'power',
  consequence: 'power',
  alarmAfterPolls: 2,
  async run({ board }: Parts) {
    const isUnderVoltage = await board.isUnderVoltage();
    if (isUnderVoltage === null) return [];
    const proof = inBoth(`in0_lcrit_alarm ${isUnderVoltage ? 1 : 0}`);
    return [isUnderVoltage ? warning(TEXTS.weak(), TEXTS.changeSupply(), proof) : good(TEXTS.good(), proof)];
  },
});

const TEXTS = {
  good: (): Bilingual => ({ sr: 'Напајање је исправно.', en: 'The power supply is strong enough.' }),
  weak: (): Bilingual => ({
    sr: 'Напон напајања је пренизак: уређај може да се угаси усред рачуна.',
    en: 'The voltage of the power supply is too low: the box may go off in the middle of a receipt.',
  }),
  changeSupply: (): Bilingual => ({
    sr: 'Проверите кабл и ставите оригинално напајање; штампач прикључите на своје.',
    en: 'Check the cable and take the original power supply; give the printer one of its own.',
  }),
} as const;
