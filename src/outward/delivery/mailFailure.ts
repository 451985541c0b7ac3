import type { Bilingual } from '../../base/index.js';

/** Why a mail was not sent; see {@link describeMailFailure}. */
type MailFailureKind =
  'unreachable' | 'late' | 'insecure' | 'login' | 'sender' | 'recipient' | 'refused' | 'broken' | 'cut' | 'stopped';

/** Only the number in it comes from the mail server, so it may be shown and logged. */
export interface MailFailure {
  readonly kind: MailFailureKind;
  /** Reply code of the mail server (RFC 5321, 4.2); null without one. */
  readonly reply: number | null;
  /** Error name of the system or the TLS library, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`, for the log. */
  readonly cause: string | null;
}

/** The members of nodemailer's errors, except the message, which repeats text of the server. */
interface SmtpError {
  readonly code: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Names of network errors; all other errors that end a socket come from TLS. */
const NETWORK = /^E(?!PROTO$)[A-Z]+$/;
/** Only the name of an error may be logged, no text. */
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** The failure behind an error of nodemailer; undefined for any other error, which is a bug. */
export function failureOf(error: unknown): MailFailure | undefined {
  if (!isSmtpError(error)) return undefined;
  const kind = kindOf(error);
  const cause = error.originalCode ?? error.code;
  return kind && { kind, reply: error.responseCode ?? null, cause: NAME.test(cause) ? cause : null };
}

function isSmtpError(error: unknown): error is Error & SmtpError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function kindOf({ code, originalCode, command, responseCode }: SmtpError): MailFailureKind | undefined {
  switch (code) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'late';
    case 'EDNS':
      return 'unreachable';
    case 'ESOCKET':
      if (originalCode !== undefined && !NETWORK.test(originalCode)) return 'insecure';
      return ['ECONNRESET', 'EPIPE', 'EMSGSIZE'].includes(originalCode ?? '') ? 'broken' : 'unreachable';
    case 'ETLS':
      return 'insecure';
    case 'EAUTH':
      return 'login';
    case 'EENVELOPE':
      if (command === 'RCPT TO') return 'recipient';
      return command === 'MAIL FROM' ? 'sender' : 'refused';
    case 'EMESSAGE':
      return 'refused';
    case 'ECONNECTION':
    case 'EPROTOCOL':
      return responseCode === undefined ? 'broken' : 'refused';
    default:
      return undefined;
  }
}

/** True when the mail server has certainly not accepted the mail. */
export function isCertainlyUnsent({ kind }: MailFailure): boolean {
  return kind !== 'late' && kind !== 'broken' && kind !== 'cut' && kind !== 'stopped';
}

/** What happened and what to check, for the caller and the technician. */
export function describeMailFailure({ kind, reply }: MailFailure): Bilingual {
  const { sr, en } = DESCRIPTIONS[kind];
  const code = reply === null ? '' : ` (${reply})`;
  return { sr: sr.replace('{code}', code), en: en.replace('{code}', code) };
}

/** `{code}` is the reply of the mail server in brackets, or nothing. */
const DESCRIPTIONS: Readonly<Record<MailFailureKind, Bilingual>> = {
  unreachable: {
    sr: 'Сервер за пошту није доступан; проверите његову адресу, порт и мрежу.',
    en: 'The mail server cannot be reached; check the setting mail (host, port) and the network.',
  },
  late: {
    sr: 'Сервер за пошту није одговорио на време; није сигурно да поруку није примио.',
    en: 'The mail server did not answer in time; it is not certain that it did not take the mail.',
  },
  insecure: {
    sr: 'Нема безбедне везе са сервером за пошту, а лозинка се без ње не шаље; проверите његов сертификат и подешавање поште.',
    en: 'No secure connection to the mail server, and a password is never sent without one; check its certificate and the setting mail (secure is for port 465).',
  },
  login: {
    sr: 'Сервер за пошту је одбио пријаву{code}; проверите корисника и лозинку.',
    en: 'The mail server refused the login{code}; check the setting mail (user, password).',
  },
  sender: {
    sr: 'Сервер за пошту не прихвата пошиљаоца{code}; проверите адресу пошиљаоца.',
    en: 'The mail server does not accept the sender{code}; check the setting mail (from).',
  },
  recipient: {
    sr: 'Сервер за пошту не прихвата примаоца{code}.',
    en: 'The mail server does not accept the recipient{code}.',
  },
  refused: { sr: 'Сервер за пошту је одбио поруку{code}.', en: 'The mail server refused the mail{code}.' },
  broken: {
    sr: 'Сервер за пошту је прекинуо разговор, или то није сервер за пошту.',
    en: 'The mail server broke the conversation off, or it is no mail server.',
  },
  cut: {
    sr: 'Сервер за пошту је добио целу поруку и прекинуо везу пре одговора; није сигурно да је није примио.',
    en: 'The mail server was given the whole mail and broke off before it answered; it is not certain that it did not take it.',
  },
  stopped: { sr: 'Уређај се зауставља.', en: 'The box is stopping.' },
};
