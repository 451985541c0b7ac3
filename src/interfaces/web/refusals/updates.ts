import type { Refusals } from './refusals.js';

/** Refusals about updates. */
export const UPDATES: Refusals = {
  'This box was installed by hand and not from an image. Update it as it was installed: scripts/install':
    'Овај уређај је инсталиран ручно, а не са готове картице. Надограђује га сервисер.',
  'Updates are installed by the running service. Start it: systemctl start kasirbox':
    'Надоградњу инсталира само уређај који ради. Покрените га.',
  'An update is under way already. See: kasirbox update status': 'Надоградња је већ у току.',
  'It is not known yet which of the two systems runs. Ask again in a moment.':
    'Још се не зна који од два система ради. Покушајте поново за који тренутак.',
  'An update is being tried. Wait until it is kept, some two minutes: kasirbox update status':
    'Нова верзија је на проби. Сачекајте око два минута.',
  'The box is stopping, so the update was not installed. Try again.':
    'Уређај се зауставља, па надоградња није инсталирана. Покушајте поново.',
  'The file is larger than 300 MB: this is no update of kasirbox.':
    'Датотека је већа од 300 MB: то није надоградња овог уређаја.',
  'The card has too little room for the update. Run: kasirbox doctor':
    'На картици нема довољно места за надоградњу. Погледајте Стање.',
  'The update did not come to its end. Try again.': 'Надоградња није стигла до краја. Покушајте поново.',
  'There is no such file for the service. Give the whole path; a stick is read below /media or /mnt.':
    'Уређај не види такву датотеку. Проверите USB меморију.',
  'No update lies on the card. Send one first.': 'На картици нема надоградње. Прво је пошаљите.',
  'at and all: where the piece begins and how long the whole is, in bytes':
    'Потребно је где део почиње и колико је целина дугачка.',
  'The address of an update begins with https:// and names a server.':
    'Адреса надоградње почиње са https:// и садржи име сервера.',
  'An update comes from a file, from an address or was sent before: give one of them.':
    'Надоградња долази из датотеке, са адресе или је послата раније: задајте једно од тога.',
  'This update is for boards of the kind {compatible}, and this is a {own}.':
    'Ова надоградња је за уређаје врсте {compatible}, а овај је {own}.',
  'This box has version {version} already. To install it once more, add: --again': 'Уређај већ има верзију {version}.',
  'This update does not say which data it reads, so it is not installed.':
    'Ова надоградња не каже које податке уме да чита, па се не инсталира.',
  'Version {version} could not read the data of this box, which a later version has written. Install a later one.':
    'Верзија {version} не би могла да чита податке овог уређаја, јер их је писала новија. Инсталирајте новију.',
  'This update changes the data, and a backup is made before it, which needs a code. Write it down first: kasirbox backup code':
    'Ова надоградња мења податке, а пре ње се прави резервна копија, за коју треба код. Прво направите и запишите код.',
  'This is no update for this box, or it is damaged ({reason}).':
    'Ово није надоградња за овај уређај, или је оштећена.',
  'The backup before the update failed ({reason}). Nothing was installed.':
    'Резервна копија пре надоградње није успела. Ништа није инсталирано.',
  'The update could not be installed ({reason}). The box goes on as before.':
    'Надоградња није инсталирана. Уређај ради као и пре.',
  'The update could not be stored ({code}). Run: kasirbox doctor': 'Надоградња није сачувана. Погледајте Стање.',
  'The server of the update cannot be reached ({reason}).': 'Сервер надоградње није доступан.',
  'The server of the update could not prove who it is ({reason}).': 'Сервер надоградње није доказао свој идентитет.',
  'The server has no update at this address (it answers {status}).':
    'На тој адреси нема надоградње (сервер одговара {status}).',
  'The server sends on too often, or to an address that is not https.':
    'Сервер упућује предалеко, или на адресу која није https.',
};
