import type { Texts } from './texts.js';

/** Updates of the box. */
export const UPDATES = {
  title: { sr: 'Надоградња', en: 'Updates' },
  hint: { sr: 'Верзија уређаја и нова верзија', en: 'Current version and new version' },
  runs: { sr: 'Ради верзија {version}.', en: 'Version {version} is running.' },
  runsSince: { sr: 'Ради верзија {version}, од {since}.', en: 'Version {version} has been running since {since}.' },
  notOnImage: {
    sr: 'Овај уређај је инсталиран ручно, а не са готове картице. Надограђује га сервисер.',
    en: 'This box was installed by hand, not from a ready-made image. A technician updates it.',
  },
  updated: { sr: 'Верзија {version} је инсталирана и ради.', en: 'Version {version} is installed and running.' },
  fellBack: {
    sr: 'Верзија {version} није прошла пробу, па се вратила претходна. Рачуни и подаци су сачувани. Јавите сервисеру.',
    en: 'Version {version} failed its trial, so the previous version is back. Receipts and data are safe. Inform your technician.',
  },
  interrupted: {
    sr: 'Инсталирање верзије {version} је прекинуто. Ништа није промењено; покушајте поново.',
    en: 'Installing version {version} was interrupted. Nothing was changed; try again.',
  },
  failedToInstall: {
    sr: 'Верзија {version} није инсталирана. Уређај ради као и пре.',
    en: 'Version {version} was not installed. The box works as before.',
  },
  reason: { sr: 'Узрок: {reason}', en: 'Reason: {reason}' },
  seen: { sr: 'Прочитано', en: 'I have read it' },
  fromTablet: { sr: 'Са овог таблета', en: 'From this tablet' },
  fromTabletHint: {
    sr: 'Датотека надоградње је на таблету. Не затварајте страницу док се шаље.',
    en: 'The update file is on the tablet. Do not close the page while it is being sent.',
  },
  choose: { sr: 'Изаберите датотеку', en: 'Choose the file' },
  sending: { sr: 'Слање уређају: {percent} %', en: 'Sending to the box: {percent} %' },
  sendingAway: {
    sr: 'Веза са уређајем је прекинута. Слање се наставља чим се врати.',
    en: 'The connection to the box is lost. Sending continues as soon as it is back.',
  },
  waiting: {
    sr: 'Надоградња је већ на уређају, а није инсталирана.',
    en: 'An update is already on the box but was not installed.',
  },
  install: { sr: 'Инсталирај', en: 'Install' },
  onStick: { sr: 'Са USB меморије', en: 'From a USB stick' },
  noneOnStick: {
    sr: 'На USB меморији нема надоградње. Датотека треба да стоји изван фасцикли.',
    en: 'There is no update on a USB stick. The file must not be in a folder.',
  },
  newer: { sr: 'новија верзија', en: 'a newer version' },
  same: { sr: 'иста верзија', en: 'the same version' },
  older: { sr: 'старија верзија', en: 'an older version' },
  onStickFile: { sr: '{version}, {order}, {size} MB', en: '{version}, {order}, {size} MB' },
  badSignature: {
    sr: 'Није надоградња за овај уређај, или је оштећена.',
    en: 'Not an update for this box, or damaged.',
  },
  wrongBoard: { sr: 'Надоградња је за другу врсту уређаја.', en: 'The update is for another kind of device.' },
  sameVersion: { sr: 'Уређај већ има ову верзију.', en: 'The box already has this version.' },
  unknownData: { sr: 'Не каже које податке уме да чита.', en: 'It does not state which data it can read.' },
  olderData: { sr: 'Не би могла да чита податке овог уређаја.', en: 'It could not read the data on this box.' },
  fromAddress: { sr: 'Са интернета', en: 'From the internet' },
  address: { sr: 'Адреса надоградње', en: 'Address of the update' },
  addressHint: { sr: 'Почиње са https://', en: 'Starts with https://' },
  fetch: { sr: 'Преузми и инсталирај', en: 'Download and install' },
  once: {
    sr: 'Продаја ради док се инсталира. Уређај се затим једном поново покреће, у тренутку без рачуна, па се овде поново пријавите.',
    en: 'You can sell while it is being installed. The box then restarts once, when no receipt is in progress; after that, sign in here again.',
  },
  trial: {
    sr: 'Верзија {version} је на проби: остаје ако два минута ради без грешке. Не искључујте уређај.',
    en: 'Version {version} is on trial: it stays if it runs for two minutes without an error. Do not switch the box off.',
  },
  notReady: {
    sr: 'Чека се да уређај може да издаје рачуне. Ако тражи ПИН, унесите га.',
    en: 'Waiting until the box can issue receipts. If it asks for the PIN, enter it.',
  },
  noSignature: { sr: 'Чека се пробни потпис.', en: 'Waiting for a test signature.' },
  notStored: { sr: 'Чека се упис на меморијску картицу.', en: 'Waiting for a write to the flash.' },
  printer: {
    sr: 'Чека се штампач који је радио пре надоградње.',
    en: 'Waiting for a printer that worked before the update.',
  },
} satisfies Texts;
