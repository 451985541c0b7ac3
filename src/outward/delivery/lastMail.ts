import type { Result, UtcMs } from '../../base/index.js';
import type { MailSetting } from '../../shop/settings/index.js';
import type { MailFailure } from './mailFailure.js';
import type { Mailer, MailMessage } from './mailer.js';

/** Outcome of the last mail since the start that reflects the state of the mail server. */
export interface LastMail {
  readonly at: UtcMs;
  /** Null when the server has accepted it. */
  readonly failure: MailFailure | null;
  /** The setting that was used: the outcome does not apply to a changed setting. */
  readonly setting: MailSetting;
}

/** A mailer that remembers the outcome of the last mail. */
export class RememberingMailer implements Mailer {
  last: LastMail | undefined;

  constructor(
    private readonly mailer: Mailer,
    private readonly now: () => UtcMs,
  ) {}

  async send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>> {
    const sent = await this.mailer.send(setting, message, stop);
    const failure = sent.ok ? null : sent.error;
    // A wrong recipient, and a shutdown of the box, are not faults of the mail server.
    if (failure?.kind !== 'recipient' && failure?.kind !== 'stopped') this.last = { at: this.now(), failure, setting };
    return sent;
  }
}
