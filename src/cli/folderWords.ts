import type { Bilingual } from '../base/index.js';

/** What to do where the data folder is not there, and the user that a command runs as may not make it. */
export function folderWords(folder: string): Bilingual {
  const start = 'systemctl enable --now kasirbox';
  const make = `install -d -o kasirbox -g kasirbox -m 700 ${folder}`;
  return {
    sr: `${folder} не постоји, а овај корисник не може да направи ту фасциклу. Инсталирани уређај је прави кад се први пут покрене: ${start}; пре враћања резервне копије направите је: ${make}`,
    en: `${folder} does not exist, and this user may not make it. An installed box makes it at its first start: ${start}; before a restore make it: ${make}`,
  };
}
