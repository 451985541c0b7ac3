import { failed, type LocalTime, localTime, ok, type Result } from '../base/index.js';
import { type AdminParts, operation } from './operation.js';

type SafeModeParts = Pick<AdminParts, 'safeMode'>;

/** Since when the box is in safe mode, Belgrade time, and why. */
interface SafeModeState {
  readonly since: LocalTime;
  readonly reason: string;
}

/** Null: the box is not in safe mode. */
export const showSafeMode = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ safeMode: { since } }: SafeModeParts): Promise<Result<SafeModeState | null, string>> {
    return ok(since === undefined ? null : { since: localTime(since.at), reason: since.reason });
  },
});

/** Answers whether the box was in safe mode. */
export const leaveSafeMode = operation({
  permission: 'maintenance',
  ask: {},
  async run({ safeMode }: SafeModeParts): Promise<Result<boolean, string>> {
    const left = await safeMode.leave('command');
    return left.ok ? left : failed(`It could not be stored (${left.error}). Run: kasirbox doctor`);
  },
});
