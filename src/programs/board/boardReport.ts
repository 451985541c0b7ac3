import { type Language, oneLine, translate, type Bilingual } from '../../base/index.js';
import { shownCode } from '../../shop/access/index.js';
import { ACCESS_POINT_ADDRESS } from './values.js';
import type { StoredConfig } from './storedConfig.js';
import type { Problem } from './boardTexts.js';
import { type BoardState, rescueCodeOf } from './boardState.js';

interface Reported {
  readonly state: BoardState;
  readonly config: StoredConfig;
  readonly hasFile: boolean;
  readonly problems: readonly Problem[];
  readonly hasNoRadio: boolean;
}

type Sentence = readonly [text: Bilingual, values?: Problem['values']];

/** The byte order mark, without which old versions of Notepad misread Cyrillic. */
const MARK = '\ufeff';

/**
 * The report next to `kasirbox.toml`, in Serbian and then in English, with line ends for Notepad. It describes the
 * state, not the last change, so it is rewritten only when something is different.
 */
export function reportText(reported: Reported): string {
  const sentences = sentencesOf(reported);
  const inLanguage = (language: Language): string[] =>
    sentences.map(([text, values]) => translate(text, language, values));
  const rows = [...inLanguage('sr-Cyrl'), '', '-'.repeat(72), '', ...inLanguage('en'), ''];
  return MARK + rows.join('\r\n');
}

function sentencesOf({ state, config, hasFile, problems, hasNoRadio }: Reported): Sentence[] {
  return [...fileSentences(hasFile, problems), [TEXTS.empty], ...stateSentences(state, config, hasNoRadio)];
}

function fileSentences(hasFile: boolean, problems: readonly Problem[]): Sentence[] {
  if (!hasFile) return [[TEXTS.title], [TEXTS.empty], [TEXTS.noFile]];
  if (problems.length === 0) return [[TEXTS.title], [TEXTS.empty], [TEXTS.accepted]];
  const told = problems.map(({ line, text, values }): Sentence => {
    const { sr, en } = text;
    return [{ sr: `  ред ${line}: ${sr}`, en: `  line ${line}: ${en}` }, values];
  });
  return [[TEXTS.title], [TEXTS.empty], [TEXTS.refused, { count: problems.length }], ...told, [TEXTS.notWiped]];
}

function stateSentences(state: BoardState, config: StoredConfig, hasNoRadio: boolean): Sentence[] {
  const { hostname, wifi, address, accessPoint, sshKeys } = state;
  return [
    [TEXTS.now],
    [TEXTS.name, { hostname }],
    wifi === null && hasNoRadio
      ? [TEXTS.noRadio]
      : wifi === null
        ? [TEXTS.accessPoint, { ssid: accessPoint ?? '', address: ACCESS_POINT_ADDRESS }]
        : [TEXTS.wifi, { ssid: oneLine(wifi), country: config.country }],
    address === null ? [TEXTS.router] : [TEXTS.address, { address, gateway: config.gateway ?? '–' }],
    ...(config.timeServers.length === 0 ? [] : [[TEXTS.time, { servers: config.timeServers.join(', ') }] as const]),
    ...(config.company === null ? [] : [[TEXTS.company] as const]),
    ...(config.isClaimCodeGiven ? [[TEXTS.claim] as const] : []),
    [TEXTS.rescue, { code: shownCode(rescueCodeOf(config.accessPointPassword)) }],
    sshKeys === 0 ? [TEXTS.noSsh] : [TEXTS.ssh, { count: sshKeys }],
  ];
}

const TEXTS = {
  empty: { sr: '', en: '' },
  title: {
    sr: 'KASIRBOX: шта је са датотеком kasirbox.toml',
    en: 'KASIRBOX: result of reading the file kasirbox.toml',
  },
  noFile: {
    sr: 'Датотеке нема, па важи оно што је уређај раније преузео.',
    en: 'There is no file, so the settings applied earlier remain in effect.',
  },
  accepted: {
    sr: 'Датотека је исправна и преузета. Лозинке и кодови су обрисани из ње; уређај их чува.',
    en: 'The file is valid and was applied. Passwords and codes were wiped from it; the box stores them.',
  },
  refused: {
    sr: 'Датотека има грешака: {count}. Ништа из ње није преузето, и уређај ради као пре.',
    en: 'Errors in the file: {count}. Nothing in it was applied, and the box works as before.',
  },
  notWiped: {
    sr: 'Исправите датотеку и поново укључите уређај. Лозинке у њој нису обрисане, да бисте је могли исправити: чувајте картицу.',
    en: 'Correct the file and switch the box on again. Its passwords were not wiped, so that you can correct it: keep the card safe.',
  },
  now: { sr: 'Како је уређај сада подешен:', en: 'Current settings of the box:' },
  name: {
    sr: '  Име: {hostname}. Странице су на https://{hostname}.local',
    en: '  Name: {hostname}. Pages: https://{hostname}.local',
  },
  wifi: {
    sr: '  Wi-Fi: мрежа „{ssid}”, земља {country}. Лозинка није проверена: то се види кад се уређај повеже.',
    en: '  Wi-Fi: network "{ssid}", country {country}. The password was not checked: that happens when the box connects.',
  },
  accessPoint: {
    sr: '  Wi-Fi: уређај прави своју мрежу „{ssid}”. Лозинка је на листићу који штампач изда при укључењу. Странице су на https://{address}',
    en: '  Wi-Fi: the box opens its own network "{ssid}". The password is on the ticket that the printer prints at power-up. Pages: https://{address}',
  },
  noRadio: {
    sr: '  Wi-Fi: нема Wi-Fi адаптера. Повежите уређај мрежним каблом.',
    en: '  Wi-Fi: no Wi-Fi adapter. Connect the box with a network cable.',
  },
  rescue: {
    sr: '  Код за страницу спасавања: {code}. Исти је на листићу; тражи га само уређај који не може да се покрене.',
    en: '  Code for the rescue page: {code}. It is also on the ticket; it is needed only when the box cannot start.',
  },
  router: { sr: '  Адреса: даје је рутер (DHCP).', en: '  Address: assigned by the router (DHCP).' },
  address: { sr: '  Адреса: {address}, излаз {gateway}.', en: '  Address: {address}, gateway {gateway}.' },
  time: { sr: '  Сервери времена: {servers}.', en: '  Time servers: {servers}.' },
  company: {
    sr: '  Фирма: подаци су предати сервису. Ако их не прихвати, разлог је у његовим проверама.',
    en: '  Company: the data was passed to the service. If it refuses the data, its checks show why.',
  },
  claim: {
    sr: '  Код за преузимање: предат је сервису; важи док уређај нема власника.',
    en: '  Claim code: passed to the service; valid until the box has an owner.',
  },
  noSsh: { sr: '  SSH: искључен, јер нема кључа.', en: '  SSH: off, because there is no key.' },
  ssh: { sr: '  SSH: укључен, кључева: {count}.', en: '  SSH: on, keys: {count}.' },
} as const satisfies Readonly<Record<string, Bilingual>>;
