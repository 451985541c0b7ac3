import { readFile } from 'node:fs/promises';
import {
  type Bilingual,
  failed,
  nodeDisk,
  ok,
  type Result,
  writeAtomic,
  defineMessages,
  type Message,
} from '../../base/index.js';
import { describeFailure, describeMailFailure, HttpNotifier, SmtpMailer } from '../../outward/delivery/index.js';
import { checkSetting, defaultSettings, type MailSetting, type NotifySetting } from '../../shop/settings/index.js';

const MESSAGES = defineMessages('fleetNotify', {
  noReceiver: { en: 'mail needs "to", the address of the owner', sr: 'mail тражи и „to”, адресу власника' },
  empty: { en: 'the file has neither mail nor notify', sr: 'у датотеци нема ни mail ни notify' },
});

/** How an owner is notified; at least one of both. */
interface NotifyTarget {
  readonly mail: { readonly setting: MailSetting; readonly to: string } | null;
  readonly chat: NotifySetting | null;
}

/**
 * Reads `{"mail":{…},"to":"owner@example.rs","notify":{…}}`: `mail` and `notify` are the settings of a box with these
 * names.
 */
export function readTarget(config: Readonly<Record<string, unknown>>): Result<NotifyTarget, Message> {
  const { mail, to, notify } = config;
  const defaults = defaultSettings();
  for (const [name, value] of Object.entries({ mail, notify })) {
    const checked = value === undefined ? ok(undefined) : checkSetting(name, value, defaults);
    if (!checked.ok) return failed(checked.error);
  }
  if (mail !== undefined && typeof to !== 'string') return failed(MESSAGES.noReceiver);
  if (mail === undefined && notify === undefined) return failed(MESSAGES.empty);
  return ok({
    mail: mail === undefined || typeof to !== 'string' ? null : { setting: mail as MailSetting, to },
    chat: notify === undefined ? null : (notify as NotifySetting),
  });
}

/** Sends a text through each channel. Fails when none of them accepted it. */
export async function send(target: NotifyTarget, text: string, isSummary: boolean): Promise<Result<void, Bilingual>> {
  const stop = new AbortController().signal;
  const [now, faults] = [Date.now(), [] as Bilingual[]];
  let isSent = false;
  if (target.mail !== null) {
    const subject = isSummary ? 'kasirbox: преглед дана' : 'kasirbox: има новости';
    const html = `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
    const { setting, to } = target.mail;
    const message = { to, subject, text, html, attachments: [], date: now };
    const sent = await new SmtpMailer().send(setting, message, stop);
    if (sent.ok) isSent = true;
    else faults.push(describeMailFailure(sent.error));
  }
  if (target.chat !== null) {
    const message = { id: `fleet-${now}`, type: 'alarm.on' as const, at: now, text, data: { text } };
    const sent = await new HttpNotifier(Date.now).send(target.chat, message, stop);
    if (sent.ok) isSent = true;
    else faults.push(describeFailure(sent.error, target.chat.kind).found);
  }
  if (isSent) return ok(undefined);
  return failed({ sr: faults.map(({ sr }) => sr).join(' '), en: faults.map(({ en }) => en).join(' ') });
}

/**
 * Keys of the reported problems that are not over; empty before the first message, and when the file cannot be read.
 */
export async function readReported(file: string): Promise<readonly string[]> {
  try {
    const told: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(told) ? told.map(String) : [];
  } catch {
    return [];
  }
}

export async function writeReported(file: string, keys: readonly string[]): Promise<void> {
  await writeAtomic(nodeDisk, file, Buffer.from(`${JSON.stringify(keys)}\n`));
}
