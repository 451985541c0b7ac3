import { type Bilingual, type Message, bilingual } from '../../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  readonly service:
    | {
        /**
         * Why the company in the file on the card was refused; undefined when it was not. Only on the image.
         */
        readonly firstBootRefusal?: () => Message | undefined;
      }
    | undefined;
}

/**
 * Whether the shop data in the file on the card was accepted. The technician who prepared the card is not next to the
 * box.
 */
export const firstBootCheck = defineCheck({
  name: 'first-boot',
  consequence: 'receipts',
  alarmAfterPolls: null,
  run({ service }: Parts) {
    const refusal = service?.firstBootRefusal?.();
    return refusal === undefined ? [] : [warning(TEXTS.refused(), TEXTS.setIt(), bilingual(refusal))];
  },
});

const TEXTS = {
  refused: (): Bilingual => ({
    sr: 'Подаци о фирми из датотеке kasirbox.toml нису прихваћени.',
    en: 'The company in the file kasirbox.toml was refused.',
  }),
  setIt: (): Bilingual => ({
    sr: 'Упишите их на страницама уређаја, у подешавањима (kasirbox settings set company -).',
    en: 'Set it on the pages, or: kasirbox settings set company -',
  }),
} as const;
