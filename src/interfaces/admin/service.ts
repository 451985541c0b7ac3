import { failed, ok, type Result, VERSION, defineMessages, type Message } from '../../base/index.js';
import { type AdminParts, operation } from './operation.js';

const MESSAGES = defineMessages('service', {
  noManager: {
    en: 'No service manager runs this box: nothing would start it again.',
    sr: 'Касу не води управљач услугама: ништа је не би поново покренуло.',
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
  ask: {},
  async run({ restart }: Pick<AdminParts, 'restart'>): Promise<Result<ServiceState, Message>> {
    return ok({ version: VERSION, canRestart: restart !== undefined });
  },
});

/**
 * Ends the service in the same way as an update, so that the service manager restarts it. Requests in progress are
 * answered first.
 */
export const restartService = operation({
  permission: 'maintenance',
  ask: {},
  async run({ restart }: Pick<AdminParts, 'restart'>): Promise<Result<null, Message>> {
    if (restart === undefined) return failed(MESSAGES.noManager);
    restart();
    return ok(null);
  },
});
