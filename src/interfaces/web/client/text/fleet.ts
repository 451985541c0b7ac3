import type { Texts } from './texts.js';

export const FLEET = {
  title: { sr: 'Више уређаја', en: 'Several boxes' },
  hint: { sr: 'Сервер власника и група са истим ценама', en: "The owner's server, and a group with the same prices" },
  server: { sr: 'Сервер власника', en: "Owner's server" },
  serverHint: {
    sr: 'Сервер добија све што уређај изда, па власник на једном месту види промет свих уређаја.',
    en: 'The server gets everything this box issues, so that the owner sees the turnover of all boxes in one place.',
  },
  paste: { sr: 'Подешавање за овај уређај', en: 'Setting for this box' },
  file: { sr: 'Изабери датотеку', en: 'Choose a file' },
  join: { sr: 'Повежи са сервером', en: 'Connect to the server' },
  unread: {
    sr: 'Ово није подешавање за уређај. Залепите га цело, од прве до последње заграде.',
    en: 'This is not the setting for a box. Paste all of it, from the first brace to the last.',
  },
  service: {
    sr: 'За сервисера: подешавање на серверу исписује',
    en: 'For technicians: on the server it is printed by',
  },
  address: { sr: 'Адреса сервера', en: 'Address of the server' },
  shop: { sr: 'Ознака продавнице', en: 'Name of the shop' },
  buyers: { sr: 'Подаци о купцима се шаљу', en: 'Buyer data is sent' },
  leave: { sr: 'Прекини везу са сервером', en: 'Disconnect from the server' },
  leaveAsk: {
    sr: 'Сервер више неће добијати рачуне овог уређаја. За поновно повезивање треба ново подешавање са сервера. Прекинути?',
    en: 'The server gets no more receipts of this box. To connect again you need a new setting from the server. Disconnect?',
  },
  group: { sr: 'Група', en: 'Group' },
  groupHint: {
    sr: 'Уређаји исте групе добијају исте цене и подешавања са сервера власника.',
    en: "Boxes of one group get the same prices and settings from the owner's server.",
  },
  groupName: { sr: 'Назив групе', en: 'Name of the group' },
  groupNameHint: {
    sr: 'Како је зове онај ко води сервер, без размака',
    en: 'As it is named on the server, without blanks',
  },
  catalogue: { sr: 'Листа артикала', en: 'Price list' },
  settings: { sr: 'Подешавања', en: 'Settings' },
  ignore: { sr: 'не преузимај', en: 'do not take' },
  offer: { sr: 'понуди, па ја одлучујем', en: 'offer, and I decide' },
  follow: { sr: 'преузимај аутоматски', en: 'take automatically' },
  noVersion: { sr: 'Још ништа није преузето.', en: 'Nothing was taken yet.' },
  inUse: { sr: 'Користи се верзија {version}.', en: 'Version {version} is in use.' },
  next: { sr: 'Стигла је верзија {version}.', en: 'Version {version} has arrived.' },
  nextFrom: { sr: 'Верзија {version} важи од {time}.', en: 'Version {version} is valid from {time}.' },
  take: { sr: 'Преузми', en: 'Take it' },
  refuse: { sr: 'Одбиј', en: 'Refuse it' },
} satisfies Texts;
