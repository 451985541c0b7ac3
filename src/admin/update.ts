import { type Bilingual, failed, ok, type Result } from '../base/index.js';
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
} from '../updates/index.js';
import { boolean, optional, text } from './fields.js';
import { type AdminParts, operation, type Tell } from './operation.js';

type Parts = Pick<AdminParts, 'updates'>;

const ONE_SOURCE = 'An update comes from a file, from an address or was sent before: give one of them.';

/** An update as it is shown to people. */
export type ShownUpdate = UpdateState & {
  /** What is being done, where somebody waits for it. */
  readonly step: Bilingual | null;
  /** Should somebody say that they have seen how the last one ended? */
  readonly needsNotice: boolean;
  /** What becomes of it, and what to do. */
  readonly advice: UpdateAdvice;
  /** The same of the last one; null where none has ended. */
  readonly end: UpdateAdvice | null;
};

/** What runs, what an update is doing, and how the last one ended. */
export const showUpdate = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ updates }: Parts): Promise<Result<ShownUpdate, string>> {
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

/** The updates in the top folders of sticks. */
export const listBundles = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ updates }: Parts): Promise<Result<readonly OfferedBundle[], string>> {
    return updates === undefined ? failed(UPDATE_REFUSALS.noService) : updates.offers();
  },
});

/** Receives, checks and installs an update, then has the machine restarted. Takes minutes; sales go on but for the restart. */
export const installUpdate = operation({
  permission: 'maintenance',
  ask: {
    /** Of a file on the box, the whole path. */
    path: optional(text),
    url: optional(text),
    /** The one that lies on the card already. */
    waiting: optional(boolean),
    again: optional(boolean),
  },
  async run({ updates }: Parts, { path, url, waiting, again = false }, tell): Promise<Result<Installed, string>> {
    if (updates === undefined) return failed(UPDATE_REFUSALS.noService);
    const [source, ...more] = [
      ...(path === undefined ? [] : [{ kind: 'file', path } as const]),
      ...(url === undefined ? [] : [{ kind: 'address', url } as const]),
      ...(waiting === true ? [{ kind: 'waiting' } as const] : []),
    ];
    if (source === undefined || more.length > 0) return failed(ONE_SOURCE);
    return telling(updates, tell, () => updates.install({ source, again }));
  },
});

/** Somebody has seen how the last update ended; answers whether there was anything to see. */
export const acknowledgeUpdate = operation({
  permission: 'maintenance',
  ask: {},
  async run({ updates }: Parts): Promise<Result<boolean, string>> {
    return updates === undefined ? failed(UPDATE_REFUSALS.noService) : updates.acknowledge();
  },
});

/** Tells each step once; their numbers are whole per cent, so that there are some hundred of them at most. */
async function telling<T>(updates: NonNullable<Parts['updates']>, tell: Tell, work: () => Promise<T>): Promise<T> {
  let last: string | undefined;
  const stop = updates.onChange(() => {
    const step = stepOf(updates.state);
    if (step === undefined || step.en === last) return;
    last = step.en;
    tell(step);
  });
  try {
    return await work();
  } finally {
    stop();
  }
}
