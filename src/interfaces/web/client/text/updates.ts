import type { Texts } from './texts.js';

/** Updates of the box. */
export const UPDATES = {
  title: { sr: 'Надоградња', en: 'Updates' },
  hint: { sr: 'Верзија уређаја и нова верзија', en: 'Version of the box, and a new one' },
  runs: { sr: 'Ради верзија {version}.', en: 'Version {version} runs.' },
  runsSince: { sr: 'Ради верзија {version}, од {since}.', en: 'Version {version} runs, since {since}.' },
  notOnImage: {
    sr: 'Овај уређај је инсталиран ручно, а не са готове картице. Надограђује га сервисер.',
    en: 'This box was installed by hand and not from an image. A technician updates it.',
  },
  updated: { sr: 'Верзија {version} је инсталирана и ради.', en: 'Version {version} was installed and runs.' },
  fellBack: {
    sr: 'Верзија {version} није прошла пробу, па се вратила претходна. Рачуни и подаци су сачувани. Јавите сервисеру.',
    en: 'Version {version} did not pass its trial, so the one before is back. Receipts and data are kept. Tell your technician.',
  },
  interrupted: {
    sr: 'Инсталирање верзије {version} је прекинуто. Ништа није промењено; покушајте поново.',
    en: 'Installing version {version} was cut off. Nothing has changed; try again.',
  },
  failedToInstall: {
    sr: 'Верзија {version} није инсталирана. Уређај ради као и пре.',
    en: 'Version {version} could not be installed. The box continues as before.',
  },
  reason: { sr: 'Узрок: {reason}', en: 'Reason: {reason}' },
  seen: { sr: 'Прочитано', en: 'I have seen it' },
  fromTablet: { sr: 'Са овог таблета', en: 'From this tablet' },
  fromTabletHint: {
    sr: 'Датотека надоградње је на таблету. Не затварајте страницу док се шаље.',
    en: 'The file of the update is on the tablet. Keep this page open while it is sent.',
  },
  choose: { sr: 'Изаберите датотеку', en: 'Choose the file' },
  sending: { sr: 'Слање уређају: {percent} %', en: 'Sending to the box: {percent} %' },
  sendingAway: {
    sr: 'Веза са уређајем је прекинута. Слање се наставља чим се врати.',
    en: 'The box cannot be reached. Sending goes on as soon as it is back.',
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
  lookAgain: { sr: 'Погледај поново', en: 'Look again' },
  newer: { sr: 'новија верзија', en: 'a newer version' },
  same: { sr: 'иста верзија', en: 'the same version' },
  older: { sr: 'старија верзија', en: 'an older version' },
  onStickFile: { sr: '{version}, {order}, {size} MB', en: '{version}, {order}, {size} MB' },
  badSignature: { sr: 'Није надоградња за овај уређај, или је оштећена.', en: 'No update for this box, or damaged.' },
  wrongBoard: { sr: 'Надоградња је за другу врсту уређаја.', en: 'The update is for boards of another kind.' },
  sameVersion: { sr: 'Уређај већ има ову верзију.', en: 'The box has this version already.' },
  unknownData: { sr: 'Не каже које податке уме да чита.', en: 'It does not say which data it reads.' },
  olderData: { sr: 'Не би могла да чита податке овог уређаја.', en: 'It could not read the data of this box.' },
  fromAddress: { sr: 'Са интернета', en: 'From the internet' },
  address: { sr: 'Адреса надоградње', en: 'Address of the update' },
  addressHint: { sr: 'Почиње са https://', en: 'Begins with https://' },
  fetch: { sr: 'Преузми и инсталирај', en: 'Fetch and install' },
  once: {
    sr: 'Продаја ради док се инсталира. Уређај се затим једном поново покреће, у тренутку без рачуна, па се овде поново пријавите.',
    en: 'Selling goes on meanwhile. Then the box restarts once, in a moment without a receipt; sign in here again afterwards.',
  },
  trial: {
    sr: 'Верзија {version} је на проби: остаје ако два минута ради без грешке. Не искључујте уређај.',
    en: 'Version {version} is being tried: it is kept once all has been well for two minutes. Leave the box on.',
  },
  notReady: {
    sr: 'Чека се да уређај може да издаје рачуне. Ако тражи ПИН, унесите га.',
    en: 'Waiting until receipts can be issued. Enter the PIN if the box asks for it.',
  },
  noSignature: { sr: 'Чека се пробни потпис.', en: 'Waiting for a demo signature.' },
  notStored: { sr: 'Чека се упис на картицу.', en: 'Waiting until the card can be written.' },
  printer: {
    sr: 'Чека се штампач који је радио пре надоградње.',
    en: 'Waiting for a printer that answered before the update.',
  },
} satisfies Texts;
