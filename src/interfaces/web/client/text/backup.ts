import type { Texts } from './texts.js';

export const BACKUP = {
  codeIntro: {
    sr: 'Резервну копију отвара само код за резервне копије. Запишите га на папир и чувајте ван радње: без њега копија не вреди ништа.',
    en: 'Only the backup code opens a backup. Write it on paper and store it away from the shop: without it a backup is useless.',
  },
  make: { sr: 'Прикажи код', en: 'Show the code' },
  typeBack: { sr: 'Препишите код са папира', en: 'Type the code from the paper' },
  typeBackHint: {
    sr: 'Код важи тек када га препишете. Слова која личе на 0 и 1 читају се као цифре.',
    en: 'The code is valid only once you have typed it. Letters that look like 0 and 1 are read as digits.',
  },
  hide: { sr: 'Код је записан, сакриј га', en: 'It is written down, hide it' },
  showAgain: { sr: 'Прикажи код поново', en: 'Show the code again' },
  confirm: { sr: 'Потврди код', en: 'Confirm the code' },
  different: {
    sr: 'Ово није код са папира. Погледајте сваку групу поново.',
    en: 'This is not the code on the paper. Look at each group again.',
  },
  codeTitle: { sr: 'Код за резервне копије', en: 'Backup code' },
  hasCode: { sr: 'Код за резервне копије је направљен.', en: 'The backup code was made.' },
  onlyOwner: { sr: 'Код прави власник.', en: 'The owner makes the code.' },
  service: { sr: 'За сервисера: код приказује', en: 'For technicians: the code is shown by' },
  where: { sr: 'USB меморија за копије', en: 'USB stick for backups' },
  isOn: {
    sr: 'Резервне копије су укључене. Прва се прави у року од једног минута, док је USB меморија у уређају.',
    en: 'Backups are on. The first one is made within a minute, while the stick is in the box.',
  },
  isOff: { sr: 'Резервне копије су искључене.', en: 'Backups are off.' },
  chooseStick: {
    sr: 'Изаберите USB меморију на којој се праве копије. Оставите је у уређају.',
    en: 'Choose the USB stick for backups. Leave it in the box.',
  },
  noStick: {
    sr: 'У уређају нема USB меморије. Ставите је, па погледајте поново.',
    en: 'There is no USB stick in the box. Put one in, then look again.',
  },
  room: { sr: '{size} GB, слободно {free} GB', en: '{size} GB, {free} GB free' },
  readOnly: { sr: 'На њу се не може уписивати.', en: 'It cannot be written to.' },
  isUsed: { sr: 'Копије се праве на њој.', en: 'Backups are made on it.' },
  use: { sr: 'Прави копије на: {name}', en: 'Back up to: {name}' },
  lookAgain: { sr: 'Погледај поново', en: 'Look again' },
  turnOff: { sr: 'Искључи резервне копије', en: 'Turn backups off' },
  turnOffAsk: {
    sr: 'Ако се уређај поквари, рачуни и подешавања су изгубљени. Искључити?',
    en: 'If the box breaks, its receipts and settings are lost. Turn backups off?',
  },
  last: {
    sr: 'Последња копија: {time}. Копија на меморији: {count}.',
    en: 'Last backup: {time}. Backups on it: {count}.',
  },
  none: { sr: 'На њој још нема копије.', en: 'There is no backup on it yet.' },
  absent: {
    sr: 'USB меморија није у уређају. Када је вратите, копија се прави сама.',
    en: 'The stick is not in the box. Once it is back, a backup is made automatically.',
  },
  sameDisk: {
    sr: 'У овој фасцикли нема USB меморије: или није у уређају, или фасцикла није добра. Изаберите USB меморију са списка.',
    en: 'There is no stick in this folder: it is not in the box, or the folder is wrong. Choose a stick from the list.',
  },
  silent: {
    sr: 'USB меморија не одговара. Извадите је и вратите, или ставите другу.',
    en: 'The stick does not respond. Take it out and put it back, or use another one.',
  },
  technical: { sr: 'За сервисера: фасцикла и учесталост', en: 'For technicians: folder and frequency' },
  without: { sr: 'Радићу без резервних копија', en: 'I will work without backups' },
} satisfies Texts;
