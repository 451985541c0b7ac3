import type { Bilingual } from '../../../base/index.js';

/** Picture of a step: a download button, rows of a menu with one that is tapped, a switch, or a check mark. */
export type StepPicture =
  | { readonly kind: 'download' }
  | { readonly kind: 'menu'; readonly rows: readonly Bilingual[] }
  | { readonly kind: 'switch'; readonly row: Bilingual }
  | { readonly kind: 'dialog'; readonly title: Bilingual; readonly button: Bilingual };

export interface HelperStep {
  readonly text: Bilingual;
  readonly picture: StepPicture;
  /** The file that the step downloads. */
  readonly file?: '/ca.crt' | '/ca.pem' | '/ca.mobileconfig';
}

export interface Platform {
  readonly name: string;
  readonly isPhone: boolean;
  /** Pattern for the user agent; the first match applies. */
  readonly agent: RegExp;
  readonly steps: readonly HelperStep[];
}

const KASIRBOX: Bilingual = { sr: 'kasirbox', en: 'kasirbox' };

export const PLATFORMS = {
  android: {
    name: 'Android',
    isPhone: true,
    agent: /android/i,
    steps: [
      {
        text: { sr: 'Преузмите сертификат. Немојте га отварати.', en: 'Download the certificate. Do not open it.' },
        picture: { kind: 'download' },
        file: '/ca.crt',
      },
      {
        text: {
          sr: 'Отворите Подешавања и у претрагу упишите „CA сертификат”. Изаберите Инсталирај сертификат, па CA сертификат.',
          en: 'Open Settings and search for “CA certificate”. Choose Install a certificate, then CA certificate.',
        },
        picture: {
          kind: 'menu',
          rows: [
            { sr: 'Безбедност', en: 'Security' },
            { sr: 'Инсталирај сертификат', en: 'Install a certificate' },
            { sr: 'CA сертификат', en: 'CA certificate' },
          ],
        },
      },
      {
        text: {
          sr: 'Додирните Ипак инсталирај, потврдите закључавањем екрана и изаберите kasirbox-ca.crt.',
          en: 'Tap Install anyway, confirm with your screen lock, and choose kasirbox-ca.crt.',
        },
        picture: {
          kind: 'dialog',
          title: { sr: 'kasirbox-ca.crt', en: 'kasirbox-ca.crt' },
          button: { sr: 'Ипак инсталирај', en: 'Install anyway' },
        },
      },
    ],
  },
  ios: {
    name: 'iPhone, iPad',
    isPhone: true,
    agent: /iphone|ipad|ipod/i,
    steps: [
      {
        text: {
          sr: 'У Safari преузмите профил и додирните Дозволи.',
          en: 'In Safari download the profile and tap Allow.',
        },
        picture: { kind: 'download' },
        file: '/ca.mobileconfig',
      },
      {
        text: {
          sr: 'Отворите Подешавања, додирните Профил је преузет, па Инсталирај.',
          en: 'Open Settings, tap Profile Downloaded, then Install.',
        },
        picture: {
          kind: 'menu',
          rows: [
            { sr: 'Подешавања', en: 'Settings' },
            { sr: 'Профил је преузет', en: 'Profile Downloaded' },
            { sr: 'Инсталирај', en: 'Install' },
          ],
        },
      },
      {
        text: {
          sr: 'Подешавања › Опште › Информације › Поверење у сертификате: укључите kasirbox.',
          en: 'Settings › General › About › Certificate Trust Settings: switch kasirbox on.',
        },
        picture: { kind: 'switch', row: KASIRBOX },
      },
    ],
  },
  windows: {
    name: 'Windows',
    isPhone: false,
    agent: /windows/i,
    steps: [
      {
        text: {
          sr: 'Преузмите сертификат, па отворите преузету датотеку.',
          en: 'Download the certificate, then open the file.',
        },
        picture: { kind: 'download' },
        file: '/ca.crt',
      },
      {
        text: {
          sr: 'Изаберите Инсталирај сертификат (Install Certificate), па Тренутни корисник (Current User).',
          en: 'Choose Install Certificate, then Current User.',
        },
        picture: {
          kind: 'dialog',
          title: { sr: 'Сертификат', en: 'Certificate' },
          button: { sr: 'Инсталирај…', en: 'Install Certificate…' },
        },
      },
      {
        text: {
          sr: 'Као складиште изаберите Trusted Root Certification Authorities, завршите и потврдите са Да. Затим поново покрените прегледач.',
          en: 'As the store, choose Trusted Root Certification Authorities, finish, and confirm with Yes. Then restart the browser.',
        },
        picture: {
          kind: 'menu',
          rows: [
            { sr: 'Personal', en: 'Personal' },
            { sr: 'Enterprise Trust', en: 'Enterprise Trust' },
            { sr: 'Trusted Root…', en: 'Trusted Root…' },
          ],
        },
      },
    ],
  },
  mac: {
    name: 'macOS',
    isPhone: false,
    agent: /macintosh|mac os/i,
    steps: [
      {
        text: {
          sr: 'Преузмите сертификат и отворите га: додаје се у Keychain Access.',
          en: 'Download the certificate and open it: it is added to Keychain Access.',
        },
        picture: { kind: 'download' },
        file: '/ca.crt',
      },
      {
        text: { sr: 'У Keychain Access двапут кликните на kasirbox.', en: 'In Keychain Access double-click kasirbox.' },
        picture: {
          kind: 'menu',
          rows: [
            { sr: 'login', en: 'login' },
            { sr: 'Certificates', en: 'Certificates' },
            { sr: 'kasirbox', en: 'kasirbox' },
          ],
        },
      },
      {
        text: {
          sr: 'Под Trust изаберите Always Trust, затворите прозор и унесите лозинку рачунара.',
          en: 'Under Trust choose Always Trust, close the window, and enter the password of the computer.',
        },
        picture: {
          kind: 'dialog',
          title: { sr: 'Trust', en: 'Trust' },
          button: { sr: 'Always Trust', en: 'Always Trust' },
        },
      },
    ],
  },
  linux: {
    name: 'Linux',
    isPhone: false,
    agent: /linux|x11/i,
    steps: [
      {
        text: { sr: 'Преузмите сертификат.', en: 'Download the certificate.' },
        picture: { kind: 'download' },
        file: '/ca.pem',
      },
      {
        text: {
          sr: 'У подешавањима прегледача нађите „сертификати”, па картицу Ауторитети (Authorities).',
          en: 'In the browser settings, find “certificates”, then the Authorities tab.',
        },
        picture: {
          kind: 'menu',
          rows: [
            { sr: 'Безбедност', en: 'Security' },
            { sr: 'Сертификати', en: 'Certificates' },
            { sr: 'Ауторитети', en: 'Authorities' },
          ],
        },
      },
      {
        text: {
          sr: 'Увезите kasirbox-ca.pem и означите да му се верује за веб-сајтове.',
          en: 'Import kasirbox-ca.pem and tick that it is trusted for websites.',
        },
        picture: { kind: 'switch', row: KASIRBOX },
      },
    ],
  },
} as const satisfies Readonly<Record<string, Platform>>;

export type PlatformName = keyof typeof PLATFORMS;
const NAMES = Object.keys(PLATFORMS) as PlatformName[];

/** The platform chosen by name, or otherwise detected from the browser; the default is Android, the most common. */
export function platformOf(named: string | null, userAgent: string): PlatformName {
  return (
    NAMES.find((name) => name === named) ?? NAMES.find((name) => PLATFORMS[name].agent.test(userAgent)) ?? 'android'
  );
}

export const PLATFORM_NAMES: readonly PlatformName[] = NAMES;
