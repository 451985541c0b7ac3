import { assertNever } from '../base/index.js';

/** Why a mail was not sent; see {@link describeMailFailure}. */
export type MailFailureKind =
  'unreachable' | 'late' | 'insecure' | 'login' | 'sender' | 'recipient' | 'refused' | 'broken' | 'cut' | 'stopped';

/** Only the number in it comes from the mail server, so it may be shown to anybody and logged. */
export interface MailFailure {
  readonly kind: MailFailureKind;
  /** Reply code of the mail server (RFC 5321, 4.2); null when it gave none. */
  readonly reply: number | null;
  /** The system's or the TLS library's own name for it, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`, for the log. */
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

/** The failure that an error of nodemailer means; undefined for any other error, which is a bug. */
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
      return originalCode === 'ECONNRESET' || originalCode === 'EPIPE' ? 'broken' : 'unreachable';
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

/** Is it certain that the mail server has not taken the mail? */
export function isCertainlyUnsent({ kind }: MailFailure): boolean {
  return kind !== 'late' && kind !== 'broken' && kind !== 'cut' && kind !== 'stopped';
}

/** What happened and what to check, an English sentence for the caller and the technician. */
export function describeMailFailure({ kind, reply }: MailFailure): string {
  const code = reply === null ? '' : ` (${reply})`;
  switch (kind) {
    case 'unreachable':
      return 'The mail server cannot be reached; check the setting mail (host, port) and the network.';
    case 'late':
      return 'The mail server did not answer in time; it is not certain that it did not take the mail.';
    case 'insecure':
      return 'No secure connection to the mail server, and a password is never sent without one; check its certificate and the setting mail (secure is for port 465).';
    case 'login':
      return `The mail server refused the login${code}; check the setting mail (user, password).`;
    case 'sender':
      return `The mail server does not accept the sender${code}; check the setting mail (from).`;
    case 'recipient':
      return `The mail server does not accept the recipient${code}.`;
    case 'refused':
      return `The mail server refused the mail${code}.`;
    case 'broken':
      return 'The mail server broke the conversation off, or it is no mail server.';
    case 'cut':
      return 'The mail server was given the whole mail and broke off before it answered; it is not certain that it did not take it.';
    case 'stopped':
      return 'The box is stopping.';
    default:
      return assertNever(kind);
  }
}
