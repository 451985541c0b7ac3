import type { Result, UtcMs } from '../base/index.js';
import type { MailSetting } from '../settings/index.js';
import type { MailFailure } from './mailFailure.js';
import type { Mailer, MailMessage } from './mailer.js';

/** How the last mail since the start fared that says something about the mail server. */
export interface LastMail {
  readonly at: UtcMs;
  /** Null when the server has taken it. */
  readonly failure: MailFailure | null;
  /** The setting that it was sent by: what another setting has done says nothing about this one. */
  readonly setting: MailSetting;
}

/** A mailer that remembers how the last mail fared. */
export class RememberingMailer implements Mailer {
  last: LastMail | undefined;

  constructor(
    private readonly mailer: Mailer,
    private readonly now: () => UtcMs,
  ) {}

  async send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>> {
    const sent = await this.mailer.send(setting, message, stop);
    const failure = sent.ok ? null : sent.error;
    // A mistyped address of a buyer, and the end of the box, are no fault of the mail server.
    if (failure?.kind !== 'recipient' && failure?.kind !== 'stopped') this.last = { at: this.now(), failure, setting };
    return sent;
  }
}
