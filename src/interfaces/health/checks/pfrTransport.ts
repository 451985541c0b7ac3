import { type Bilingual, type Environment, hostOf, PFR_TRAITS } from '../../../base/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, good, inBoth, warning } from '../check.js';

interface Parts {
  readonly settings: Pick<Settings, 'now'>;
}

/**
 * Addresses of the box itself, where no other device can listen (RFC 5735, 3; RFC 6761, 6.3), as `hostOf` writes them.
 */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|(.+\.)?localhost|\[::1\])$/;

/** Whether other devices on the shop's network can read and change the traffic between box and processor. */
export const pfrTransportCheck = defineCheck({
  name: 'pfr-transport',
  consequence: 'receipts',
  // Most products support only plain HTTP: the owner would be notified of something that cannot be changed.
  alarmAfterPolls: null,
  isForTechnician: true,
  run({ settings }: Parts) {
    const { environment } = settings.now;
    const { mode, url, pin } = settings.now[`pfr.${environment}`];
    const { isRemote, isOnInternet } = PFR_TRAITS[mode];
    if (!isRemote || isOnInternet || url === undefined || LOOPBACK.test(hostOf(url))) return [];
    if (new URL(url).protocol === 'http:')
      return [warning(TEXTS.plain(), TEXTS.encrypt(environment), inBoth(hostOf(url)))];
    return [good(pin === undefined ? TEXTS.certified() : TEXTS.pinned(), pin === undefined ? null : inBoth(pin))];
  },
});

const TEXTS = {
  plain: (): Bilingual => ({
    sr: 'Веза са процесором није шифрована (http). Свако ко је на мрежи продавнице може да прочита ПИН и рачуне и да их успут измени.',
    en: 'The connection to the processor is not encrypted (http): whoever is on the network of the shop can read the PIN and the receipts, and change them on the way.',
  }),
  encrypt: (environment: Environment): Bilingual => ({
    sr: `Повежите процесор каблом на мрежу без туђих уређаја, а ПИН унесите на самом процесору. Ако процесор има https, сервисер треба да подеси његов кључ ("pin") (kasirbox settings set pfr.${environment} '{"mode":"lpfr","url":"https://…","pin":"sha256/…"}').`,
    en:
      'Connect it by cable in a network without strangers, and enter the PIN at the processor itself. If it has https, pin its key: ' +
      `kasirbox settings set pfr.${environment} '{"mode":"lpfr","url":"https://…","pin":"sha256/…"}'`,
  }),
  certified: (): Bilingual => ({
    sr: 'Веза са процесором је шифрована, а његовом сертификату се верује.',
    en: 'The connection to the processor is encrypted, and an authority vouches for its certificate.',
  }),
  pinned: (): Bilingual => ({
    sr: 'Веза са процесором је шифрована, а прихвата се само подешени кључ.',
    en: 'The connection to the processor is encrypted, and only the pinned key is accepted.',
  }),
} as const;
