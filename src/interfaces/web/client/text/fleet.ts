import type { Texts } from './texts.js';

export const FLEET = {
  title: { sr: 'Више уређаја', en: 'Several boxes' },
  hint: { sr: 'Сервер власника и група са истим ценама', en: 'The owner’s server, and a group with the same prices' },
  server: { sr: 'Сервер власника', en: 'Owner’s server' },
  serverHint: {
    sr: 'Сервер добија све што уређај изда, па власник на једном месту види промет свих уређаја.',
    en: 'The server receives everything this box issues, so the owner sees the turnover of all boxes in one place.',
  },
  paste: { sr: 'Подешавање за овај уређај', en: 'Configuration for this box' },
  file: { sr: 'Изабери датотеку', en: 'Choose a file' },
  join: { sr: 'Повежи са сервером', en: 'Connect to the server' },
  unread: {
    sr: 'Ово није подешавање за уређај. Залепите га цело, од прве до последње заграде.',
    en: 'This is not a configuration for a box. Paste all of it, from the first brace to the last.',
  },
  service: {
    sr: 'За сервисера: подешавање на серверу исписује',
    en: 'For technicians: print the configuration on the server with',
  },
  address: { sr: 'Адреса сервера', en: 'Server address' },
  shop: { sr: 'Ознака продавнице', en: 'Name of the shop' },
  buyers: { sr: 'Подаци о купцима се шаљу', en: 'Buyer data is sent' },
  leave: { sr: 'Прекини везу са сервером', en: 'Disconnect from the server' },
  leaveAsk: {
    sr: 'Сервер више неће добијати рачуне овог уређаја. За поновно повезивање треба ново подешавање са сервера. Прекинути?',
    en: 'The server will no longer receive receipts from this box. To connect again, you need a new configuration from the server. Disconnect?',
  },
  group: { sr: 'Група', en: 'Group' },
  groupHint: {
    sr: 'Уређаји исте групе добијају исте цене и подешавања са сервера власника.',
    en: 'Boxes in the same group get the same prices and settings from the owner’s server.',
  },
  groupName: { sr: 'Назив групе', en: 'Group name' },
  groupNameHint: {
    sr: 'Како је зове онај ко води сервер, без размака',
    en: 'The name used on the server, without spaces',
  },
  catalogue: { sr: 'Листа артикала', en: 'Price list' },
  settings: { sr: 'Подешавања', en: 'Settings' },
  ignore: { sr: 'не преузимај', en: 'do not apply' },
  offer: { sr: 'понуди, па ја одлучујем', en: 'ask me first' },
  follow: { sr: 'преузимај аутоматски', en: 'apply automatically' },
  noVersion: { sr: 'Још ништа није преузето.', en: 'Nothing has been applied yet.' },
  inUse: { sr: 'Користи се верзија {version}.', en: 'Version {version} is in use.' },
  next: { sr: 'Стигла је верзија {version}.', en: 'Version {version} has arrived.' },
  nextFrom: { sr: 'Верзија {version} важи од {time}.', en: 'Version {version} takes effect at {time}.' },
  take: { sr: 'Преузми', en: 'Apply' },
  refuse: { sr: 'Одбиј', en: 'Reject' },
} satisfies Texts;
