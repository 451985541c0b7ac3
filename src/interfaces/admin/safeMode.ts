import { failed, type LocalTime, localTime, ok, type Result, type Message, defineMessages } from '../../base/index.js';
import { type AdminParts, operation } from './operation.js';

const MESSAGES = defineMessages('safeMode', {
  notStored: {
    en: 'It could not be stored ({code}). Run: kasirbox doctor',
    sr: 'То није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'То није сачувано. Погледајте Стање.',
  },
});

type SafeModeParts = Pick<AdminParts, 'safeMode'>;

/** When the box entered safe mode, Belgrade time, and why. */
interface SafeModeState {
  readonly since: LocalTime;
  readonly reason: string;
}

/** Returns null when the box is not in safe mode. */
export const showSafeMode = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ safeMode: { since } }: SafeModeParts): Promise<Result<SafeModeState | null, Message>> {
    return ok(since === undefined ? null : { since: localTime(since.at), reason: since.reason });
  },
});

/** Leaves safe mode; returns whether the box was in it. */
export const leaveSafeMode = operation({
  permission: 'maintenance',
  ask: {},
  async run({ safeMode }: SafeModeParts): Promise<Result<boolean, Message>> {
    const left = await safeMode.leave('command');
    return left.ok ? left : failed(MESSAGES.notStored({ code: left.error }));
  },
});
