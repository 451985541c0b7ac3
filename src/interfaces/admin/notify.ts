import {
  failed,
  localTime,
  ok,
  type Result,
  type UtcMs,
  uuidV7,
  type Message,
  defineMessages,
} from '../../base/index.js';
import { type FailureDescription, describeFailure, type OwnerMessage } from '../../outward/delivery/index.js';
import type { CompanySetting } from '../../shop/settings/index.js';
import { type AdminParts, operation } from './operation.js';

/** Outcome of a test message; `failure` is null when the receiver has accepted it. */
interface NotifyTest {
  readonly to: 'bot' | 'webhook';
  readonly failure: FailureDescription | null;
}

const MESSAGES = defineMessages('notifyTest', {
  notSet: {
    en: 'No messages are set. Run: {command}',
    sr: 'Поруке нису подешене. Задајте их у подешавањима.',
  },
});
const UNSET = MESSAGES.notSet({
  command: `kasirbox settings set notify '{"kind":"bot","token":…,"chat":…}' or '{"kind":"webhook","url":…}'`,
});

/** Sends a message to the owner at once, before all waiting ones. Takes as long as the receiver does, 20 s at most. */
export const testNotify = operation({
  permission: 'settings',
  isReadOnly: true,
  isChange: true,
  ask: {},
  async run({
    settings,
    notifier,
    now,
  }: Pick<AdminParts, 'settings' | 'notifier' | 'now'>): Promise<Result<NotifyTest, Message>> {
    const { notify, company } = settings.now;
    if (notify === null) return failed(UNSET);
    const sent = await notifier.send(notify, testMessage(now(), company), new AbortController().signal);
    return ok({ to: notify.kind, failure: sent.ok ? null : describeFailure(sent.error, notify.kind) });
  },
});

/** The test message: where messages will arrive, and of which shop. */
export function testMessage(at: UtcMs, { name, tin, location, address }: CompanySetting): OwnerMessage {
  return {
    id: `test-${uuidV7(at, 0)}`,
    type: 'test',
    at,
    text: `${name}, ${address}\nПробна порука: овде ће стизати поруке уређаја.`,
    data: { sentAt: localTime(at), company: { name, tin, location } },
  };
}
