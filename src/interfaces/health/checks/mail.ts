import { type Bilingual, localTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import type { LastMail, MailFailure } from '../../../outward/delivery/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  /** Outcome of the last e-mail since the start; undefined before the first. */
  readonly lastMail: () => LastMail | undefined;
}

/** E-mail to buyers, if a mail server is set. Never a failure: a sale needs no e-mail. */
export const mailCheck = defineCheck({
  name: 'mail',
  consequence: 'notifications',
  alarmAfterPolls: 60,
  guide: {
    symptom: { sr: 'Купац не добија рачун е-поштом', en: 'A buyer gets no receipt by e-mail' },
    cause: { sr: 'подешавање mail није тачно', en: 'the setting mail is wrong' },
    command: 'kasirbox mail test ADDRESS',
  },
  run({ settings, lastMail }: Deps) {
    const setting = settings.now.mail;
    if (setting === null) return [];
    const last = lastMail();
    if (last === undefined || last.setting !== setting) return [good(TEXTS.unused())];
    if (last.failure === null) return [good(TEXTS.good(last.at))];
    const { kind, reply, cause } = last.failure;
    // The reply of the server, and the system's name for the fault.
    const told = [reply, cause].filter((part) => part !== null);
    const proof = { sr: [KIND_WORDS[kind], ...told].join(' '), en: [kind, ...told].join(' ') };
    return [warning(TEXTS.failing(last.at), ACTIONS[kind], proof)];
  },
});

const TRY: Bilingual = { sr: ' Затим: kasirbox mail test АДРЕСА', en: ' Then run: kasirbox mail test ADDRESS' };

function thenTry(sr: string, en: string): Bilingual {
  return { sr: sr + TRY.sr, en: en + TRY.en };
}

const OTHERWISE = thenTry('Питајте онога ко води сервер за пошту.', 'Ask whoever runs the mail server.');

const ACTIONS: Readonly<Record<MailFailure['kind'], Bilingual>> = {
  unreachable: thenTry(
    'Сервер није доступан: проверите host и port у подешавању mail, и мрежу.',
    'The server cannot be reached: check host and port in the setting mail, and the network.',
  ),
  late: thenTry(
    'Сервер не одговара на време: проверите мрежу.',
    'The server does not answer in time: check the network.',
  ),
  insecure: thenTry(
    'Нема безбедне везе: проверите сертификат сервера и secure у подешавању mail (true за порт 465).',
    'No secure connection: check the certificate of the server, and secure in the setting mail (true for port 465).',
  ),
  login: thenTry(
    'Пријава је одбијена: проверите user и password у подешавању mail.',
    'The login is refused: check user and password in the setting mail.',
  ),
  sender: thenTry(
    'Пошиљалац је одбијен: проверите from у подешавању mail.',
    'The sender is refused: check from in the setting mail.',
  ),
  recipient: OTHERWISE,
  refused: OTHERWISE,
  broken: thenTry(
    'Сервер прекида разговор: проверите host и port у подешавању mail.',
    'The server breaks the conversation off: check host and port in the setting mail.',
  ),
  cut: OTHERWISE,
  stopped: OTHERWISE,
};

const KIND_WORDS: Readonly<Record<MailFailure['kind'], string>> = {
  unreachable: 'недоступан',
  late: 'касни',
  insecure: 'небезбедно',
  login: 'пријава',
  sender: 'пошиљалац',
  recipient: 'прималац',
  refused: 'одбијено',
  broken: 'неправилан одговор',
  cut: 'прекинуто',
  stopped: 'заустављено',
};

const TEXTS = {
  unused: (): Bilingual => ({
    sr: 'Сервер за пошту је подешен; од покретања ништа није слато.',
    en: 'The mail server is set; nothing has been sent since the start.',
  }),
  good: (at: UtcMs): Bilingual => ({
    sr: `Пошта се шаље (последњи пут ${receiptTimeOfLocal(localTime(at))}).`,
    en: `E-mail is sent (last time ${localTime(at)}).`,
  }),
  failing: (at: UtcMs): Bilingual => ({
    sr: `Последња порука е-поште (${receiptTimeOfLocal(localTime(at))}) није послата.`,
    en: `The last e-mail (${localTime(at)}) was not sent.`,
  }),
} as const;
