import type { Texts } from './texts.js';

/** The smart card in the reader of the box. */
export const CARD = {
  title: { sr: 'Картица', en: 'Card' },
  hint: {
    sr: 'Безбедносни елемент у читачу уређаја, његов ПИН',
    en: 'Secure element in the reader of the box, and its PIN',
  },
  state: { sr: 'Читач и картица', en: 'Reader and card' },
  ready: { sr: 'Картица је спремна.', en: 'The card is ready.' },
  notUsed: {
    sr: 'Процесор сада не користи кључ ове картице. То се бира у одељку „Процесор и окружење”.',
    en: 'The processor does not use this card’s key now. Choose it under “Processor and environment”.',
  },
  accept: { sr: 'Ово је картица ове радње', en: 'This card belongs to this shop' },
  acceptIt: { sr: 'Јесте, картица је наша', en: 'Yes, it is our card' },
  acceptQuestion: {
    sr: 'Картица {uid}: {organisation}, ПИБ {tin}, {location}, {address}. Потврдите само ако је то ова радња. Уређај је затим препознаје и не пита поново.',
    en: 'Card {uid}: {organisation}, TIN {tin}, {location}, {address}. Confirm only if this is your shop. The box will then recognise the card and not ask again.',
  },
  acceptNamesake: {
    sr: 'Картица с том ознаком је раније потврђена са другим сертификатом. Ако је Пореска управа није обновила нити издала нову, одустаните.',
    en: 'A card with this UID was confirmed before with another certificate. Unless the tax authority has renewed it or issued a new one, cancel.',
  },
  pinForgotten: {
    sr: 'Заборављен ПИН не погађајте: после пет погрешних картица се закључава заувек. Уређај не може да га прочита ни да га промени; ко га нема, тражи нову картицу од Пореске управе.',
    en: 'Do not guess a forgotten PIN: five wrong attempts block the card for good. The box can neither read nor change the PIN. If you do not have it, request a new card from the tax authority.',
  },
  enterPin: { sr: 'Унеси ПИН', en: 'Enter the PIN' },
  pinHint: {
    sr: 'Четири цифре. Уређај памти ПИН док је картица у читачу, и нигде га не записује.',
    en: 'Four digits. The box remembers the PIN while the card is in the reader, and stores it nowhere.',
  },
  pinHintKept: {
    sr: 'Четири цифре. Уређај чува ПИН и после поновног покретања, како је изабрано испод.',
    en: 'Four digits. The box also keeps the PIN after a restart, as chosen below.',
  },
  pinHintUntold: {
    sr: 'Четири цифре. Картица не каже колико је покушаја преостало. Уређај памти ПИН док је картица у читачу, и нигде га не записује.',
    en: 'Four digits. The card does not report how many attempts are left. The box remembers the PIN while the card is in the reader, and stores it nowhere.',
  },
  pinHintUntoldKept: {
    sr: 'Четири цифре. Картица не каже колико је покушаја преостало, па уређај после поновног покретања ипак пита за ПИН.',
    en: 'Four digits. The card does not report how many attempts are left, so the box still asks for the PIN after a restart.',
  },
  kept: { sr: 'ПИН после поновног покретања', en: 'PIN after a restart' },
  keptOff: {
    sr: 'Уређај памти ПИН док ради. После нестанка струје или поновног покретања неко мора поново да га унесе.',
    en: 'The box remembers the PIN while it runs. After a power cut or a restart, it must be entered again.',
  },
  keptOn: {
    sr: 'Уређај чува ПИН и после поновног покретања даје га само картици која га је прихватила, и то једном. Ако картица није у реду или је ПИН промењен, пита вас.',
    en: 'The box stores the PIN. After a restart it sends the PIN once, and only to the card that accepted it. If something is wrong with the card, or its PIN was changed, the box asks you.',
  },
  keptNow: { sr: 'ПИН ове картице је сачуван.', en: 'The PIN of this card is stored.' },
  keptNotYet: {
    sr: 'ПИН ове картице још није сачуван: биће када га картица прихвати.',
    en: 'The PIN of this card is not stored yet: it will be when the card accepts it.',
  },
  keptRisk: {
    sr: 'Ризик: ко украде и уређај и картицу може да издаје рачуне у име ваше радње док не пријавите нестанак картице. ПИН стоји запечаћен на меморијској картици уређаја, али је и кључ за њега на истој меморији. Без картице ПИН не вреди ништа.',
    en: 'Risk: a thief who takes both the box and the card can issue receipts in your shop’s name until you report the card missing. The PIN is encrypted on the flash of the box, but its key is on the same flash. Without the card, the PIN is worthless.',
  },
  keptByOwner: { sr: 'Ово бира само власник.', en: 'Only the owner can choose this.' },
  keep: { sr: 'Чувај ПИН', en: 'Store the PIN' },
  keepIt: { sr: 'Прихватам ризик, чувај ПИН', en: 'I accept the risk, store the PIN' },
  keepNot: { sr: 'Не чувај ПИН', en: 'Do not store the PIN' },
  keepForgotten: { sr: 'ПИН више није сачуван.', en: 'The PIN is no longer stored.' },
  pinFault: {
    sr: 'ПИН има тачно четири цифре. Картици ништа није послато.',
    en: 'A PIN has exactly four digits. Nothing was sent to the card.',
  },
  few: { sr: 'Још покушаја: {tries}', en: 'Attempts left: {tries}' },
  fewQuestion: {
    sr: 'Када се потроше сви покушаји, картица се закључава заувек и мора се тражити нова од Пореске управе. Ако нисте сигурни у ПИН, одустаните.',
    en: 'When no attempts are left, the card is blocked for good and you must request a new one from the tax authority. If you are not sure of the PIN, cancel.',
  },
  lastQuestion: {
    sr: 'Ово је последњи покушај. Ако је ПИН погрешан, картица се закључава заувек и мора се тражити нова од Пореске управе. Ако нисте сигурни у ПИН, одустаните.',
    en: 'This is the last attempt. If the PIN is wrong, the card is blocked for good and you must request a new one from the tax authority. If you are not sure of the PIN, cancel.',
  },
  sendFew: { sr: 'Пошаљи ПИН (још {tries})', en: 'Send the PIN ({tries} left)' },
  untold: { sr: 'Не зна се колико је покушаја преостало', en: 'The number of attempts left is unknown' },
  untoldQuestion: {
    sr: 'Ова картица не каже колико је покушаја преостало. Можда је ово последњи: ако је ПИН погрешан, картица се тада закључава заувек. Ако нисте сигурни у ПИН, одустаните.',
    en: 'This card does not report how many attempts are left. This may be the last one: if the PIN is wrong, the card is blocked for good. If you are not sure of the PIN, cancel.',
  },
  sendUntold: { sr: 'Ипак пошаљи ПИН', en: 'Send the PIN anyway' },
  again: {
    sr: 'ПИН није послат картици: број преосталих покушаја се у међувремену променио. Унесите ПИН поново.',
    en: 'The PIN was not sent to the card: the number of attempts left has changed in the meantime. Enter the PIN again.',
  },
  uid: { sr: 'Ознака картице', en: 'Card UID' },
  otherEnvironment: { sr: 'Друго пробно окружење', en: 'Another sandbox' },
  software: { sr: 'Софтвер картице', en: 'Card software' },
  triesKey: { sr: 'Преостали покушаји ПИН-а за В-ПФР', en: 'PIN attempts left for the V-PFR' },
  triesElement: { sr: 'Преостали покушаји ПИН-а за потпис рачуна', en: 'PIN attempts left for signing receipts' },
  triesWhy: {
    sr: 'Картица посебно броји погрешне ПИН-ове за везу са В-ПФР-ом и за потпис рачуна, који користи Л-ПФР. Овај уређај уноси само ПИН за В-ПФР.',
    en: 'The card counts wrong PINs separately for its connection to the V-PFR and for signing receipts, which an L-PFR uses. This box enters only the PIN for the V-PFR.',
  },
  used: { sr: 'Искоришћен износ', en: 'Amount used' },
  lastInvoice: { sr: 'Последњи рачун потписан картицом', en: 'Last receipt signed by the card' },
  vpfr: { sr: 'Адреса В-ПФР', en: 'V-PFR address' },
  notTold: { sr: 'картица не каже', en: 'not reported by the card' },
  download: { sr: 'Преузми сертификате (PEM)', en: 'Download certificates (PEM)' },
  readers: { sr: 'Читачи', en: 'Readers' },
  noReaders: { sr: 'Ниједан читач картице није прикључен.', en: 'No card reader is connected.' },
  onUsb: { sr: 'на USB-у', en: 'on USB' },
  onPcsc: { sr: 'преко pcscd', en: 'via pcscd' },
  inUse: { sr: 'уређај га користи', en: 'used by the box' },
  held: { sr: 'уређај га држи', en: 'reserved by the box' },
  lookAgain: { sr: 'Потражи поново', en: 'Look again' },
  way: { sr: 'Начин приступа читачу', en: 'Card reader access' },
  wayChoice: { sr: 'Како уређај долази до читача', en: 'How the box accesses the reader' },
  wayHint: {
    sr: 'Оставите уређају да бира, осим ако сервисер каже друкчије.',
    en: 'Let the box choose, unless a technician tells you otherwise.',
  },
  wayAuto: { sr: 'Уређај бира сам (препоручено)', en: 'Automatic (recommended)' },
  wayUsb: { sr: 'Само непосредно, преко USB-а', en: 'Only directly over USB' },
  wayPcsc: { sr: 'Само преко програма pcscd', en: 'Only via pcscd' },
  wayOff: { sr: 'Уређај не дира читаче', en: 'The box does not touch readers' },
  toCard: { sr: 'Отвори картицу', en: 'Open the card' },
  keyPlace: { sr: 'Где је кључ за В-ПФР', en: 'Where the V-PFR key is' },
  keyPlaceHint: {
    sr: 'Са картицом нису потребни датотека сертификата ни ПАК.',
    en: 'With the card, neither a certificate file nor a PAC is needed.',
  },
  noFileNeeded: {
    sr: 'Кључ за В-ПФР је у картици, па датотека сертификата није потребна.',
    en: 'The V-PFR key is on the card, so no certificate file is needed.',
  },
  validUntil: { sr: 'Картица {uid} важи до {until}', en: 'Card {uid} is valid until {until}' },
  keyInFile: { sr: 'У датотеци сертификата', en: 'In the certificate file' },
  keyInCard: { sr: 'У картици, у читачу уређаја', en: 'On the card in the box’s reader' },
} satisfies Texts;
