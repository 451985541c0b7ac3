import { type FailureWords, failureWords } from '../delivery/notify/failure.js';
import { failed, ok, type Result } from '../base/result.js';
import { localTime } from '../base/time.js';
import { uuidV7 } from '../base/uuid.js';
import type { AdminParts } from './operations.js';

/** What came back for a test message; `failure` null: the other side has taken it. */
export interface NotifyTest {
  readonly to: 'bot' | 'webhook';
  readonly failure: FailureWords | null;
}

const UNSET =
  'No messages are set. Run: kasirbox settings set notify \'{"kind":"bot","token":…,"chat":…}\' or \'{"kind":"webhook","url":…}\'';

/** Sends one message at once, whatever waits. */
export async function testNotify({ settings, notifier, health }: AdminParts): Promise<Result<NotifyTest, string>> {
  const { notify, company } = settings.now;
  if (notify === null) return failed(UNSET);
  const at = health.now();
  const { name, tin, location, address } = company;
  const sent = await notifier.send(
    notify,
    {
      id: `test-${uuidV7(at, 0)}`,
      type: 'test',
      at,
      text: `${name}, ${address}\nПробна порука: овде ће стизати поруке касе.`,
      data: { sentAt: localTime(at), company: { name, tin, location } },
    },
    new AbortController().signal,
  );
  return ok({ to: notify.kind, failure: sent.ok ? null : failureWords(sent.error, notify.kind) });
}
