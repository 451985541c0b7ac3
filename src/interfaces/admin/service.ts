import {
  defineMessages,
  failed,
  type LocalTime,
  localTime,
  type Message,
  ok,
  type Result,
  VERSION,
} from '../../base/index.js';
import { type CheckResult, runChecks } from '../health/index.js';
import { type AdminDeps, operation } from './operation.js';

const SERVICE_MESSAGES = defineMessages('service', {
  noManager: {
    en: 'The box was not started by a service manager: nothing would start it again.',
    sr: 'Уређај није покренут преко управљача сервиса: ништа га не би поново покренуло.',
  },
});

interface ServiceState {
  readonly version: string;
  /** True when a service manager restarts the box after it ends. */
  readonly canRestart: boolean;
}

export const showService = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({ restart }: Pick<AdminDeps, 'restart'>): Promise<Result<ServiceState, Message>> {
    return ok({ version: VERSION, canRestart: restart !== undefined });
  },
});

/**
 * Ends the service in the same way as an update, so that the service manager restarts it. Requests in progress are
 * answered first.
 */
export const restartService = operation({
  permission: 'maintenance',
  input: {},
  async run({ restart }: Pick<AdminDeps, 'restart'>): Promise<Result<null, Message>> {
    if (restart === undefined) return failed(SERVICE_MESSAGES.noManager);
    restart();
    return ok(null);
  },
});

/** Runs all health checks now. */
export const doctor = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({
    health,
    processors,
  }: Pick<AdminDeps, 'health' | 'processors'>): Promise<Result<readonly CheckResult[], Message>> {
    // The poller asks a silent processor at increasing intervals, and without a service there is no polling.
    await processors.active.refresh();
    return ok(await runChecks(health));
  },
});

const SAFE_MODE_MESSAGES = defineMessages('safeMode', {
  notStored: {
    en: 'It could not be stored ({code}). Run: kasirbox doctor',
    sr: 'То није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'То није сачувано. Погледајте Стање.',
    enOnPage: 'It could not be stored. See Status.',
  },
});

type SafeModeDeps = Pick<AdminDeps, 'safeMode'>;

/** When the box entered safe mode, Belgrade time, and why. */
interface SafeModeState {
  readonly since: LocalTime;
  readonly reason: string;
}

/** Returns null when the box is not in safe mode. */
export const showSafeMode = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({ safeMode: { since } }: SafeModeDeps): Promise<Result<SafeModeState | null, Message>> {
    return ok(since === undefined ? null : { since: localTime(since.at), reason: since.reason });
  },
});

/** Leaves safe mode; returns whether the box was in it. */
export const leaveSafeMode = operation({
  permission: 'maintenance',
  input: {},
  async run({ safeMode }: SafeModeDeps): Promise<Result<boolean, Message>> {
    const left = await safeMode.leave('command');
    return left.ok ? left : failed(SAFE_MODE_MESSAGES.notStored({ code: left.error }));
  },
});
