import type { Texts } from './texts.js';

export const COMMON = {
  save: { sr: 'Сачувај', en: 'Save' },
  cancel: { sr: 'Одустани', en: 'Cancel' },
  copy: { sr: 'Копирај', en: 'Copy' },
  becomes: { sr: 'постаје', en: 'becomes' },
  copied: { sr: 'Копирано', en: 'Copied' },
  print: { sr: 'Одштампај', en: 'Print' },
  unsavedTitle: { sr: 'Није сачувано', en: 'Not saved' },
  unsavedQuestion: {
    sr: 'Оно што сте уписали није сачувано. Ако одете, губи се.',
    en: 'What you have entered is not saved. If you leave, it is lost.',
  },
  unsavedLeave: { sr: 'Иди без чувања', en: 'Leave without saving' },
  unsavedStay: { sr: 'Остани', en: 'Stay' },
  close: { sr: 'Затвори', en: 'Close' },
  back: { sr: 'Назад', en: 'Back' },
  next: { sr: 'Даље', en: 'Next' },
  later: { sr: 'Касније', en: 'Later' },
  done: { sr: 'Готово', en: 'Done' },
  yes: { sr: 'Да', en: 'Yes' },
  no: { sr: 'Не', en: 'No' },
  retry: { sr: 'Покушај поново', en: 'Try again' },
  loading: { sr: 'Учитавам…', en: 'Loading…' },
  nothing: { sr: 'Нема ничега', en: 'Nothing here' },
  signOut: { sr: 'Одјави се', en: 'Sign out' },
  notKept: {
    sr: 'Овај уређај не може да сачува захтев, па није послат. Ослободите простор на уређају или дозволите страници да чува податке.',
    en: 'This device cannot store the request, so it was not sent. Free some space on the device, or allow the page to store data.',
  },
  offline: { sr: 'Нема везе са уређајем. Проверите Wi-Fi.', en: 'The box cannot be reached. Check the Wi-Fi.' },
  signedOut: { sr: 'Пријава је истекла. Пријавите се поново.', en: 'Your session has expired. Sign in again.' },
  notAllowed: { sr: 'Немате дозволу за ово.', en: 'You are not allowed to do this.' },
  foreign: {
    sr: 'Отворите ову страницу на адреси уређаја, па покушајте поново.',
    en: 'Open this page at the address of the box, then try again.',
  },
  slowDown: { sr: 'Превише покушаја. Сачекајте {wait} с.', en: 'Too many attempts. Wait {wait} s.' },
  failed: { sr: 'Није успело: {message}', en: 'Failed: {message}' },
  demoBanner: {
    sr: 'ДЕМО РЕЖИМ: рачуни нису фискални',
    en: 'DEMO MODE: receipts are not fiscal',
  },
  sandboxBanner: {
    sr: 'ПРОБНО ОКРУЖЕЊЕ: рачуни нису фискални',
    en: 'SANDBOX: receipts are not fiscal',
  },
  noProcessor: {
    sr: 'ПАЖЊА: фискални процесор није подешен. Рачуни се не издају!',
    en: 'WARNING: no fiscal processor is set up. No receipts are issued!',
  },
  unreadScan: {
    sr: 'Код није прочитан цео. Скенирајте поново.',
    en: 'The code was not read completely. Scan it again.',
  },
  unusedScan: {
    sr: 'Скенирано је {code}, али се на овој страници не продаје. Отворите касу и скенирајте поново.',
    en: '{code} was scanned, but you cannot sell on this page. Open the till and scan it again.',
  },
  perUnit: { sr: '{amount} РСД по јединици', en: '{amount} RSD per unit' },
  aboutBox: { sr: 'О уређају', en: 'About the box' },
  maker: { sr: 'Произвођач', en: 'Manufacturer' },
  supplier: { sr: 'Добављач', en: 'Supplier' },
  serialNumber: { sr: 'Серијски број', en: 'Serial number' },
  version: { sr: 'Верзија програма', en: 'Software version' },
  esirNumber: { sr: 'ЕСИР број', en: 'ESIR number' },
  hardware: { sr: 'Модел и верзија уређаја', en: 'Hardware model and version' },
  outdated: { sr: 'Уређај има нову верзију програма.', en: 'The box has a new software version.' },
  reload: { sr: 'Освежи страницу', en: 'Reload the page' },
  language: { sr: 'Језик', en: 'Language' },
  theme: { sr: 'Изглед', en: 'Appearance' },
  menu: { sr: 'Мени', en: 'Menu' },
  till: { sr: 'Каса', en: 'Till' },
  status: { sr: 'Стање', en: 'Status' },
  receipts: { sr: 'Рачуни', en: 'Receipts' },
  reports: { sr: 'Извештаји', en: 'Reports' },
  catalogue: { sr: 'Артикли', en: 'Items' },
  settings: { sr: 'Подешавања', en: 'Settings' },
  users: { sr: 'Корисници', en: 'Users' },
  setup: { sr: 'Прво подешавање', en: 'First run' },
  skipToContent: { sr: 'На садржај', en: 'Skip to content' },
} satisfies Texts;

/** Reading codes by camera. */
export const SCAN = {
  camera: { sr: 'Скенирај камером', en: 'Scan with the camera' },
  hint: { sr: 'Усмерите камеру на код.', en: 'Point the camera at the code.' },
  refused: {
    sr: 'Камера није доступна. Дозволите је у прегледачу.',
    en: 'The camera is not available. Allow it in the browser.',
  },
} as const satisfies Texts;

/** Errors of a typed number. */
export const NUMBERS = {
  none: { sr: 'Унесите број.', en: 'Type a number.' },
  decimals: { sr: 'Највише {places} децимале.', en: 'At most {places} decimals.' },
  zero: { sr: 'Унесите број већи од нуле.', en: 'Type a number greater than zero.' },
  low: { sr: 'Најмање {least}.', en: 'At least {least}.' },
  high: { sr: 'Највише {most}.', en: 'At most {most}.' },
} satisfies Texts;

/** Locations of a printer. */
export const PRINTER_PLACES = {
  network: { sr: 'на мрежи, {host}', en: 'on the network, {host}' },
  usb: { sr: 'на USB-у', en: 'on USB' },
  serial: { sr: 'на серијском порту, {port}', en: 'on a serial port, {port}' },
} satisfies Texts;

/** The help page. Its documents are `docs/sr` and parts of `docs`. */
export const HELP = {
  title: { sr: 'Помоћ', en: 'Help' },
  search: { sr: 'Тражи у упутству', en: 'Search the manual' },
  documents: { sr: 'Документи', en: 'Documents' },
  contents: { sr: 'Садржај', en: 'Contents' },
  print: { sr: 'Одштампај или сачувај као PDF', en: 'Print or save as PDF' },
  found: { sr: 'Нађено места: {count}', en: 'Matches: {count}' },
  none: { sr: 'Ништа није нађено.', en: 'Nothing was found.' },
  serbian: {
    sr: 'Упутство по захтевима Пореске управе је на српском:',
    en: 'The manual required by the tax authority is in Serbian:',
  },
} satisfies Texts;
