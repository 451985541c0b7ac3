import { defineMessages, type Message } from '../../base/index.js';
import type { BundleInfo } from './raucOutput.js';

/** Why an update is not installed. */
export const REFUSALS = defineMessages('update', {
  notOnImage: {
    en: 'This box was installed manually, not from an image. Update it the way it was installed: scripts/install',
    sr: 'Овај уређај је инсталиран ручно, а не са готове картице. Надоградите га како је и инсталиран: scripts/install',
    srOnPage: 'Овај уређај је инсталиран ручно, а не са готове картице. Надограђује га сервисер.',
    enOnPage: 'This box was installed manually, not from an image. A technician updates it.',
  },
  noService: {
    en: 'Updates are installed by the running service. Start it: systemctl start kasirbox',
    sr: 'Надоградњу инсталира само уређај који ради. Покрените га: systemctl start kasirbox',
    srOnPage: 'Надоградњу инсталира само уређај који ради. Покрените га.',
    enOnPage: 'Only a running box installs updates. Start it.',
  },
  busy: {
    en: 'An update is already in progress. See: kasirbox update status',
    sr: 'Надоградња је већ у току. Погледајте: kasirbox update status',
    srOnPage: 'Надоградња је већ у току.',
    enOnPage: 'An update is already in progress.',
  },
  notKnown: {
    en: 'It is not yet known which of the two systems is running. Try again in a moment.',
    sr: 'Још се не зна који од два система ради. Покушајте поново за који тренутак.',
  },
  trial: {
    en: 'A new version is on trial. Wait about two minutes: kasirbox update status',
    sr: 'Нова верзија је на проби. Сачекајте око два минута: kasirbox update status',
    srOnPage: 'Нова верзија је на проби. Сачекајте око два минута.',
    enOnPage: 'A new version is on trial. Wait about two minutes.',
  },
  stopping: {
    en: 'The box is stopping, so the update was not installed. Try again.',
    sr: 'Уређај се зауставља, па надоградња није инсталирана. Покушајте поново.',
  },
  tooLarge: {
    en: 'The file is larger than 300 MB: it is not an update for this box.',
    sr: 'Датотека је већа од 300 MB: то није надоградња овог уређаја.',
  },
  noRoom: {
    en: 'The card has not enough space for the update. Run: kasirbox doctor',
    sr: 'На картици нема довољно места за надоградњу. Покрените: kasirbox doctor',
    srOnPage: 'На картици нема довољно места за надоградњу. Погледајте Стање.',
    enOnPage: 'The card has not enough space for the update. See Status.',
  },
  cutOff: {
    en: 'The update did not arrive completely. Try again.',
    sr: 'Надоградња није стигла до краја. Покушајте поново.',
  },
  noFile: {
    en: 'The service cannot see this file. Give the full path; a USB stick is read below /media or /mnt.',
    sr: 'Сервис не види такву датотеку. Наведите целу путању; USB меморија се чита испод /media или /mnt.',
    srOnPage: 'Уређај не види такву датотеку. Проверите USB меморију.',
    enOnPage: 'The box cannot see this file. Check the USB stick.',
  },
  noneWaiting: {
    en: 'There is no update on the card. Send one first.',
    sr: 'На картици нема надоградње. Прво је пошаљите.',
  },
  noAddress: {
    en: 'The address of an update must begin with https:// and contain the name of a server.',
    sr: 'Адреса надоградње почиње са https:// и садржи име сервера.',
  },
  wrongBoard: {
    en: 'This update is for boxes of the type {compatible}, but this one is {own}.',
    sr: 'Ова надоградња је за уређаје врсте {compatible}, а овај је {own}.',
  },
  same: {
    en: 'This box already has version {version}. To install it once more, add: --again',
    sr: 'Уређај већ има верзију {version}. Да је инсталирате још једном, додајте: --again',
    srOnPage: 'Уређај већ има верзију {version}.',
    enOnPage: 'This box already has version {version}.',
  },
  unknownData: {
    en: 'This update does not state which data it can read, so it is not installed.',
    sr: 'Ова надоградња не каже које податке уме да чита, па се не инсталира.',
  },
  olderData: {
    en: 'Version {version} could not read the data of this box, because a later version wrote it. Install a later one.',
    sr: 'Верзија {version} не би могла да чита податке овог уређаја, јер их је писала новија. Инсталирајте новију.',
  },
  noCode: {
    en: 'This update changes the data. A backup is made first, which needs a backup code. Write the code down first: kasirbox backup code',
    sr: 'Ова надоградња мења податке, а пре ње се прави резервна копија, за коју треба код. Прво га запишите: kasirbox backup code',
    srOnPage:
      'Ова надоградња мења податке, а пре ње се прави резервна копија, за коју треба код. Прво направите и запишите код.',
    enOnPage:
      'This update changes the data. A backup is made first, which needs a backup code. First create the code and write it down.',
  },
  noSignature: {
    en: 'This is not an update for this box, or it is damaged ({reason}).',
    sr: 'Ово није надоградња за овај уређај, или је оштећена ({reason}).',
    srOnPage: 'Ово није надоградња за овај уређај, или је оштећена.',
    enOnPage: 'This is not an update for this box, or it is damaged.',
  },
  noBackup: {
    en: 'The backup before the update failed ({reason}). Nothing was installed.',
    sr: 'Резервна копија пре надоградње није успела ({reason}). Ништа није инсталирано.',
    srOnPage: 'Резервна копија пре надоградње није успела. Ништа није инсталирано.',
    enOnPage: 'The backup before the update failed. Nothing was installed.',
  },
  notInstalled: {
    en: 'The update was not installed ({reason}). The box works as before.',
    sr: 'Надоградња није инсталирана ({reason}). Уређај ради као и пре.',
    srOnPage: 'Надоградња није инсталирана. Уређај ради као и пре.',
    enOnPage: 'The update was not installed. The box works as before.',
  },
  notStored: {
    en: 'The update could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Надоградња није сачувана ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Надоградња није сачувана. Погледајте Стање.',
    enOnPage: 'The update could not be stored. See Status.',
  },
  unreachable: {
    en: 'The update server cannot be reached ({reason}).',
    sr: 'Сервер надоградње није доступан ({reason}).',
    srOnPage: 'Сервер надоградње није доступан.',
    enOnPage: 'The update server cannot be reached.',
  },
  untrusted: {
    en: 'The update server did not prove its identity ({reason}).',
    sr: 'Сервер надоградње није доказао свој идентитет ({reason}).',
    srOnPage: 'Сервер надоградње није доказао свој идентитет.',
    enOnPage: 'The update server did not prove its identity.',
  },
  answered: {
    en: 'There is no update at this address (the server answers {status}).',
    sr: 'На тој адреси нема надоградње (сервер одговара {status}).',
  },
  redirected: {
    en: 'The server redirects too often, or to an address that is not https.',
    sr: 'Сервер преусмерава превише пута, или на адресу која није https.',
  },
});

/** The facts about this box that a bundle is checked against. */
export interface Own {
  readonly compatible: string;
  readonly version: string;
  /** The newest format of records that this box may have stored. */
  readonly dataFormat: number;
  /** True to install the running version again. */
  readonly again: boolean;
}

/** Why a bundle with a valid signature is not installed. */
export type BundleFault = 'wrong board' | 'same' | 'unknown data' | 'older data';

/** Undefined when it may be installed. */
export function faultOf({ compatible, version, dataFormat }: BundleInfo, own: Own): BundleFault | undefined {
  if (compatible !== own.compatible) return 'wrong board';
  if (version === own.version && !own.again) return 'same';
  if (dataFormat === null) return 'unknown data';
  return dataFormat < own.dataFormat ? 'older data' : undefined;
}

/** Why a bundle is not installed, undefined when it may be. Nothing was changed yet. */
export function refusalOf(bundle: BundleInfo, own: Own): Message | undefined {
  const { compatible, version } = bundle;
  switch (faultOf(bundle, own)) {
    case 'wrong board':
      return REFUSALS.wrongBoard({ compatible, own: own.compatible });
    case 'same':
      return REFUSALS.same({ version });
    case 'unknown data':
      return REFUSALS.unknownData;
    case 'older data':
      return REFUSALS.olderData({ version });
    case undefined:
      return undefined;
  }
}

/** True when the new program writes records that this one cannot read. A backup is made first then. */
export function changesData({ dataFormat }: BundleInfo, own: Pick<Own, 'dataFormat'>): boolean {
  return (dataFormat ?? 0) > own.dataFormat;
}
