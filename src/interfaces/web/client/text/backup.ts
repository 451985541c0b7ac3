import type { Texts } from './texts.js';

export const BACKUP = {
  codeIntro: {
    sr: 'Резервну копију отвара само код за резервне копије. Запишите га на папир и чувајте ван радње: без њега копија не вреди ништа.',
    en: 'Only the backup code opens a backup. Write it down on paper and keep it outside the shop: without it a backup is useless.',
  },
  make: { sr: 'Прикажи код', en: 'Show the code' },
  typeBack: { sr: 'Препишите код са папира', en: 'Type the code from the paper' },
  typeBackHint: {
    sr: 'Код важи тек када га препишете. Слова која личе на 0 и 1 читају се као цифре.',
    en: 'The code becomes valid only after you type it in. Letters that look like 0 and 1 are read as digits.',
  },
  hide: { sr: 'Код је записан, сакриј га', en: 'I have written it down, hide it' },
  showAgain: { sr: 'Прикажи код поново', en: 'Show the code again' },
  confirm: { sr: 'Потврди код', en: 'Confirm the code' },
  different: {
    sr: 'Ово није код са папира. Погледајте сваку групу поново.',
    en: 'This is not the code on the paper. Check each group again.',
  },
  codeTitle: { sr: 'Код за резервне копије', en: 'Backup code' },
  hasCode: { sr: 'Код за резервне копије је направљен.', en: 'The backup code was created.' },
  onlyOwner: { sr: 'Код прави власник.', en: 'Only the owner can create the code.' },
  service: { sr: 'За сервисера: код приказује', en: 'For technicians: show the code with' },
  where: { sr: 'USB меморија за копије', en: 'USB stick for backups' },
  isOn: {
    sr: 'Резервне копије су укључене. Прва се прави у року од једног минута, док је USB меморија у уређају.',
    en: 'Backups are on. The first one is made within a minute if the USB stick is in the box.',
  },
  isOff: { sr: 'Резервне копије су искључене.', en: 'Backups are off.' },
  chooseStick: {
    sr: 'Изаберите USB меморију на којој се праве копије. Оставите је у уређају.',
    en: 'Choose the USB stick for backups. Leave it in the box.',
  },
  noStick: {
    sr: 'У уређају нема USB меморије. Ставите је, па погледајте поново.',
    en: 'There is no USB stick in the box. Insert one and look again.',
  },
  room: { sr: '{size} GB, слободно {free} GB', en: '{size} GB, {free} GB free' },
  readOnly: { sr: 'На њу се не може уписивати.', en: 'It cannot be written to.' },
  isUsed: { sr: 'Копије се праве на њој.', en: 'Backups are saved here.' },
  use: { sr: 'Прави копије на: {name}', en: 'Back up to: {name}' },
  turnOff: { sr: 'Искључи резервне копије', en: 'Turn off backups' },
  turnOffAsk: {
    sr: 'Ако се уређај поквари, рачуни и подешавања су изгубљени. Искључити?',
    en: 'If the box breaks, its receipts and settings are lost. Turn off backups?',
  },
  last: {
    sr: 'Последња копија: {time}. Копија на меморији: {count}.',
    en: 'Last backup: {time}. Backups on the stick: {count}.',
  },
  none: { sr: 'На њој још нема копије.', en: 'There are no backups on the stick yet.' },
  absent: {
    sr: 'USB меморија није у уређају. Када је вратите, копија се прави сама.',
    en: 'The USB stick is not in the box. When you put it back, a backup is made automatically.',
  },
  sameDisk: {
    sr: 'У овој фасцикли нема USB меморије: или није у уређају, или фасцикла није добра. Изаберите USB меморију са списка.',
    en: 'There is no USB stick in this folder: either it is not in the box, or the folder is wrong. Choose a stick from the list.',
  },
  silent: {
    sr: 'USB меморија не одговара. Извадите је и вратите, или ставите другу.',
    en: 'The USB stick does not respond. Remove it and put it back, or use another one.',
  },
  technical: { sr: 'За сервисера: фасцикла и учесталост', en: 'For technicians: folder and frequency' },
  without: { sr: 'Радићу без резервних копија', en: 'Work without backups' },
} satisfies Texts;
