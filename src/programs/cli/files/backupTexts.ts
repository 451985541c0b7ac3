import type { BackupFault, CodeFault } from '../../../outward/backup/index.js';
import { assertNever, type Bilingual } from '../../../base/index.js';

/** Why a text is not a backup code. */
export const CODE_TEXTS: Readonly<Record<CodeFault, Bilingual>> = {
  length: {
    sr: 'Код за резервне копије има 32 слова и цифре, у групама по четири.',
    en: 'a backup code has 32 letters and digits, in groups of four',
  },
  character: {
    sr: 'Код за резервне копије има само латинична слова и цифре, и нема слова U.',
    en: 'a backup code has only Latin letters and digits, and no letter U',
  },
  typo: {
    sr: 'То није код за резервне копије: неки знак није исправан. Упоредите га са папиром.',
    en: 'that is not a backup code: a character is wrong. Compare it with the paper',
  },
};

/** Why a backup cannot be read, with its name. */
export function faultText(fault: BackupFault, { sr, en }: Bilingual): Bilingual {
  switch (fault) {
    case 'foreign':
      return { sr: `${sr} није резервна копија уређаја kasirbox.`, en: `${en} is not a backup of a kasirbox.` };
    case 'code':
      return {
        sr: `${sr} је резервна копија са другим кодом за резервне копије, или није резервна копија уређаја kasirbox.`,
        en: `${en} was made with another backup code, or is not a backup of a kasirbox.`,
      };
    case 'newer':
      return {
        sr: `${sr}: ову копију је написало новије издање. Инсталирајте то издање, па поновите.`,
        en: `${en} was written by a later release. Install that release, then restore again.`,
      };
    case 'damaged':
      return {
        sr: `${sr}: копија је оштећена или непотпуна; ништа из ње није задржано. Узмите старију.`,
        en: `${en} is damaged or incomplete; nothing of it was kept. Use an older backup.`,
      };
    default:
      return assertNever(fault);
  }
}
