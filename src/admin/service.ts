import { failed, ok, type Result, VERSION } from '../base/index.js';
import { type AdminParts, operation } from './operation.js';

export interface ServiceState {
  readonly version: string;
  /** Does a service manager start the box again when it ends? */
  readonly canRestart: boolean;
}

export const showService = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ restart }: Pick<AdminParts, 'restart'>): Promise<Result<ServiceState, string>> {
    return ok({ version: VERSION, canRestart: restart !== undefined });
  },
});

/** Ends the service as an update does, so that the service manager starts it again. Requests that run are answered before. */
export const restartService = operation({
  permission: 'maintenance',
  ask: {},
  async run({ restart }: Pick<AdminParts, 'restart'>): Promise<Result<null, string>> {
    if (restart === undefined) return failed('No service manager runs this box: nothing would start it again.');
    restart();
    return ok(null);
  },
});
