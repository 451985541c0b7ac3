import { defineMessages, type Message } from '../../base/index.js';

/** Maximum label of a key or a tablet, characters. */
const MAX_LABEL = 80;

const MESSAGES = defineMessages('label', {
  wrong: {
    en: 'The label must be 1 to {most} printable characters.',
    sr: 'Назив мора имати од 1 до {most} видљивих знакова.',
  },
});

/** Why a key or a tablet cannot have this label; undefined when it can. */
export function labelFault(label: string): Message | undefined {
  const isGood = label.trim() !== '' && label.length <= MAX_LABEL && !/\p{C}/u.test(label);
  return isGood ? undefined : MESSAGES.wrong({ most: MAX_LABEL });
}
