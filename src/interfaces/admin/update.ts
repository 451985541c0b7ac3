import { type Bilingual, failed, ok, type Result, defineMessages, type Message } from '../../base/index.js';
import {
  adviceOf,
  endAdvice,
  type Installed,
  needsNotice,
  type OfferedBundle,
  stepOf,
  UPDATE_REFUSALS,
  type UpdateAdvice,
  type UpdateState,
} from '../../outward/updates/index.js';
import { boolean, optional, text } from './fields.js';
import { type AdminDeps, operation, type OnProgress } from './operation.js';

const MESSAGES = defineMessages('updateOperations', {
  noSource: {
    en: 'An update comes from a file, from an address, or was sent earlier: give exactly one of them.',
    sr: 'Надоградња долази из датотеке, са адресе или је послата раније: задајте једно од тога.',
  },
});

type Deps = Pick<AdminDeps, 'updates'>;

const ONE_SOURCE = MESSAGES.noSource;

/** An update for display. */
export type ShownUpdate = UpdateState & {
  /** Current step of an operation that a caller waits for. */
  readonly step: Bilingual | null;
  /** True when a person should confirm that they have seen how the last update ended. */
  readonly needsNotice: boolean;
  /** What happens next, and the action. */
  readonly advice: UpdateAdvice;
  /** The advice about the last update; null when none has ended. */
  readonly end: UpdateAdvice | null;
};

/** Shows the running version, the progress of an update, and how the last one ended. */
export const showUpdate = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({ updates }: Deps): Promise<Result<ShownUpdate, Message>> {
    if (updates === undefined) return failed(UPDATE_REFUSALS.noService);
    const { state } = updates;
    const { outcome } = state;
    return ok({
      ...state,
      step: stepOf(state) ?? null,
      needsNotice: outcome !== null && needsNotice(outcome),
      advice: adviceOf(state),
      end: outcome === null ? null : endAdvice(outcome),
    });
  },
});

/** Lists the updates in the top folders of USB sticks. */
export const listBundles = operation({
  permission: 'maintenance',
  isReadOnly: true,
  input: {},
  async run({ updates }: Deps): Promise<Result<readonly OfferedBundle[], Message>> {
    return updates === undefined ? failed(UPDATE_REFUSALS.noService) : updates.offers();
  },
});

/**
 * Receives, checks and installs an update, then has the machine restarted. Takes minutes; sales continue except during
 * the restart.
 */
export const installUpdate = operation({
  permission: 'maintenance',
  input: {
    /** Full path of a file on the box. */
    path: optional(text),
    url: optional(text),
    /** The update that is already on the card. */
    waiting: optional(boolean),
    again: optional(boolean),
  },
  async run({ updates }: Deps, { path, url, waiting, again = false }, onProgress): Promise<Result<Installed, Message>> {
    if (updates === undefined) return failed(UPDATE_REFUSALS.noService);
    const [source, ...more] = [
      ...(path === undefined ? [] : [{ kind: 'file', path } as const]),
      ...(url === undefined ? [] : [{ kind: 'address', url } as const]),
      ...(waiting === true ? [{ kind: 'waiting' } as const] : []),
    ];
    if (source === undefined || more.length > 0) return failed(ONE_SOURCE);
    return telling(updates, onProgress, () => updates.install({ source, again }));
  },
});

/** Records that a person has seen how the last update ended; returns whether there was anything to see. */
export const acknowledgeUpdate = operation({
  permission: 'maintenance',
  input: {},
  async run({ updates }: Deps): Promise<Result<boolean, Message>> {
    return updates === undefined ? failed(UPDATE_REFUSALS.noService) : updates.acknowledge();
  },
});

/** Reports each step once. Progress is in whole per cent, so there are some hundred steps at most. */
async function telling<T>(
  updates: NonNullable<Deps['updates']>,
  onProgress: OnProgress,
  work: () => Promise<T>,
): Promise<T> {
  let last: string | undefined;
  const stop = updates.onChange(() => {
    const step = stepOf(updates.state);
    if (step === undefined || step.en === last) return;
    last = step.en;
    onProgress(step);
  });
  try {
    return await work();
  } finally {
    stop();
  }
}
