import type { Bilingual } from '../../base/index.js';

/** The sentences of the rescue page; it shows each in both languages. */
export const RESCUE = {
  title: { sr: 'Спасавање уређаја', en: 'Rescue of the box' },
  found: {
    sr: 'Уређај није успео да се покрене',
    en: 'The box could not start',
  },
  intro: {
    sr: 'Ниједан од два инсталирана система се није покренуо како треба. Рачуни и подаци нису дирани. Вратите једну верзију са списка; уређај ће се затим сам поново покренути.',
    en: 'Neither of the two installed systems started properly. Receipts and data are untouched. Restore a version from the list; the box then restarts by itself.',
  },
  list: { sr: 'Верзије које се могу вратити', en: 'Versions that can be restored' },
  looking: {
    sr: 'USB меморије се још прегледају…',
    en: 'USB sticks are still being checked…',
  },
  none: {
    sr: 'Нема ниједне верзије. Ставите USB меморију (FAT, exFAT или ext4) са датотеком чије се име завршава на .raucb и сачекајте неколико секунди.',
    en: 'There is no version. Insert a USB stick (FAT, exFAT or ext4) with a file whose name ends in .raucb, and wait a few seconds.',
  },
  newer: {
    sr: 'Са USB меморије изаберите верзију која је последња радила, или новију: старија можда не може да чита податке.',
    en: 'From a USB stick, choose the version that ran last, or a newer one: an older one may not be able to read the data.',
  },
  version: { sr: 'Верзија {version}', en: 'Version {version}' },
  kept: {
    sr: 'Последња верзија која је радила, сачувана у уређају',
    en: 'The last version that worked, stored on the box',
  },
  onStick: { sr: 'На USB меморији {stick}: {name}', en: 'On the USB stick {stick}: {name}' },
  unusable: { sr: 'Не може се вратити', en: 'Cannot be restored' },
  unsigned: {
    sr: 'Датотека није потписана за овај уређај, или је оштећена.',
    en: 'The file is not signed for this box, or is damaged.',
  },
  givenUp: {
    sr: 'Ова верзија није прошла пробу на овом уређају, па је враћена претходна. Изаберите је само ако нема друге.',
    en: 'This version failed its trial on this box, and the previous one was restored. Choose it only if there is no other.',
  },
  code: { sr: 'Код за спасавање, са листића уређаја', en: 'Rescue code, from the ticket of the box' },
  wrongCode: { sr: 'Код није тачан', en: 'The code is wrong' },
  codeHint: {
    sr: 'Код од осам знакова је на листићу који штампач изда при укључењу, и у датотеци kasirbox-report.txt на картици уређаја.',
    en: 'The code of eight characters is on the ticket that the printer prints at power-up, and in the file kasirbox-report.txt on the card of the box.',
  },
  back: { sr: 'Назад', en: 'Back' },
  restore: { sr: 'Врати ову верзију', en: 'Restore this version' },
  restoring: { sr: 'Враћа се верзија {version}', en: 'Restoring version {version}' },
  keepPower: {
    sr: 'Не искључујте струју и не вадите USB меморију. Ово траје неколико минута.',
    en: 'Keep the power on and the USB stick in. This takes a few minutes.',
  },
  restored: { sr: 'Верзија је враћена', en: 'The version is restored' },
  restarting: {
    sr: 'Уређај се сада поново покреће. За минут-два отворите га као и увек.',
    en: 'The box is restarting now. Open it as usual in a minute or two.',
  },
  failed: { sr: 'Није успело', en: 'It did not work' },
  advice: {
    sr: 'Покушајте поново, или са другом верзијом или USB меморијом.',
    en: 'Try again, or use another version or USB stick.',
  },
  again: { sr: 'Покушај са оним што је инсталирано', en: 'Try the installed version' },
  againWhy: {
    sr: 'Ако је узрок био пролазан, на пример слабо напајање, инсталирани системи добијају још по три покушаја. Ово се може само једном.',
    en: 'If the cause was temporary, such as a weak power supply, each installed system gets three more tries. This can be done only once.',
  },
  tryAgain: { sr: 'Покушај поново', en: 'Try again' },
  used: {
    sr: 'Инсталирани системи су већ добили нове покушаје и нису се покренули. Вратите једну верзију.',
    en: 'The installed systems have already had their new tries and did not start. Restore a version.',
  },
  tryingAgain: { sr: 'Инсталирани системи се поново покушавају', en: 'Trying the installed systems again' },
  stale: {
    sr: 'Ова страница је застарела. Отворите је поново.',
    en: 'This page is out of date. Open it again.',
  },
  open: { sr: 'Отвори', en: 'Open' },
} as const satisfies Readonly<Record<string, Bilingual>>;
