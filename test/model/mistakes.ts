import { ok } from '../../src/base/result.js';
import { UnclaimedReceipts } from '../../src/sales/invoicing/reconciliation/possibleDuplicates.js';
import { RemoteSigning } from '../../src/sales/invoicing/issue/remoteSigning.js';
import { BackgroundLookUps } from '../../src/sales/invoicing/reconciliation/backgroundLookUps.js';
import { IntentLookUp } from '../../src/sales/invoicing/reconciliation/lookUp.js';
import { OpenIntents } from '../../src/sales/invoicing/reconciliation/openIntents.js';
import { Reconciliation } from '../../src/sales/invoicing/reconciliation/reconciliation.js';
import type { Change } from '../../src/platform/ledger/changeTypes.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { MainView } from '../../src/platform/ledger/views/main.js';
import { Mutex } from '../../src/base/mutex.js';
import type { SignOutcome, SignRequest } from '../../src/processors/pfr/port.js';
import { PFR_REFUSALS } from '../../src/processors/pfr/pfrTexts.js';
import { Acceptance } from '../../src/processors/pfr/acceptance.js';
import { RemotePfr } from '../../src/processors/pfr/remotePfr.js';
import type { WireReceipt } from '../../src/processors/pfr/wire/receipt.js';
import { instead, type Method } from '../kit/instead.js';

/** Makes a mistake in the code, and gives back what undoes it. */
export type Mistake = () => () => void;

/** Another way to write an intent to the disk. */
function intentsWritten(otherwise: (write: () => unknown) => unknown): Mistake {
  return () =>
    instead(Ledger.prototype, 'put', (_, original, [change]) =>
      (change as Change).type === 'intent' ? otherwise(() => original(change)) : original(change),
    );
}

/** Says of an intent, wrongly, that nothing was signed. */
async function giveUp(ledger: Ledger, { requestId }: Intent): Promise<void> {
  await ledger.put({ type: 'abort', requestId, cause: { by: 'counter' } });
}

/** Takes for nothing signed what the processor has answered to a look-up in one of these ways. */
function takenForNothing(...kinds: readonly string[]): Mistake {
  return () =>
    instead(IntentLookUp.prototype, 'outcomeOf', async (lookUp, original, [given, asked, within]) => {
      const [pfr, intent] = [given as RemotePfr, asked as Intent];
      let found = '';
      const find = async (request: unknown): Promise<unknown> => {
        const outcome = await pfr.find(request as SignRequest);
        found = outcome.kind;
        return outcome;
      };
      const heard = { mode: pfr.mode, find, status: () => pfr.status(), counters: () => pfr.counters() };
      const end = await original({ ...heard, signingLimit: pfr.signingLimit }, intent, within);
      const { openIntents, ledger } = lookUp['deps'];
      if (end === 'resolved' || !openIntents.isPastSigningLimit(intent) || !kinds.includes(found)) return end;
      await giveUp(ledger, intent);
      return 'resolved';
    });
}

/** A receipt as it was sent, whatever it is of. */
function taken(receipt: WireReceipt): object {
  const { taxItems, journal, ...rest } = receipt;
  return { ...rest, taxItems: taxItems.map((item) => ({ ...item, total: 0 })), journal: journal ?? '' };
}

/** Mistakes of which each would sign twice, lose, invent, or leave a key stuck. */
export const MISTAKES = {
  'a receipt is answered before it is on the disk': () =>
    instead(Ledger.prototype, 'issue', (_, original, args) => {
      void original(...args);
      return Promise.resolve(ok(undefined));
    }),
  'no intent is written': intentsWritten(() => Promise.resolve(ok(undefined))),
  'the intent is written while the request leaves': intentsWritten((write) => {
    void write();
    return Promise.resolve(ok(undefined));
  }),
  'a request whose answer was lost is sent again': () =>
    instead(RemotePfr.prototype, 'sign', async (_, original, args) => {
      const outcome = (await original(...args)) as SignOutcome;
      return outcome.kind === 'unknown' ? original(...args) : outcome;
    }),
  'a key is free again while the outcome is unknown': () =>
    instead(RemoteSigning.prototype, 'lookUpNow', async (signing, _, [, intent]) => {
      await giveUp(signing['deps'].ledger, intent as Intent);
      return { kind: 'refused', ...PFR_REFUSALS.unknown };
    }),
  'a request that the processor does not know counts as not signed, whatever its last number':
    takenForNothing('absent'),
  'a foreign receipt under the request id proves that nothing was signed': takenForNothing('foreign'),
  'a request that cannot be looked up counts as not signed': takenForNothing('unknown'),
  'the counters are not read again': () =>
    instead(RemotePfr.prototype, 'counters', (pfr) => Promise.resolve(pfr['state'].reported)),
  'absence counts as proof while the processor may still sign': () =>
    instead(OpenIntents.prototype, 'begin', (_, original, [intent]) => original(intent, 0)),
  'no request waits for the processor': () =>
    instead(Mutex.prototype, 'acquire', () => Promise.resolve(() => undefined)),
  'both processors share a lock': () => {
    const acquire = Reflect.get(Mutex.prototype, 'acquire') as Method;
    const locks = new WeakMap<object, Mutex>();
    return instead(Mutex.prototype, 'acquire', (mutex, _, args) => {
      const clock = mutex['clock'];
      const shared = locks.get(clock) ?? mutex;
      locks.set(clock, shared);
      return Reflect.apply(acquire, shared, args);
    });
  },
  'any receipt is accepted': () =>
    instead(Acceptance.prototype, 'accept', (_, __, [receipt]) => Promise.resolve(ok(taken(receipt as WireReceipt)))),
  'a receipt that is recorded already is accepted again': () =>
    instead(Acceptance.prototype, 'accept', (acceptance, original, args) => {
      Object.assign(acceptance['options'], { isRecorded: () => Promise.resolve(false) });
      return original(...args);
    }),
  'a receipt that was found late is not recorded': () =>
    instead(IntentLookUp.prototype, 'record', async (lookUp, _, [intent]) => {
      await giveUp(lookUp['deps'].ledger, intent as Intent);
      return ok(undefined);
    }),
  'no unknown outcome is reconciled in the background': () =>
    instead(BackgroundLookUps.prototype, 'begin', () => undefined),
  'the decision of a person is not recorded': () =>
    instead(Reconciliation.prototype, 'recordAsSigned', () => Promise.resolve(ok(null))),
  'a person may decide too early': () => instead(OpenIntents.prototype, 'mayStillBeSigned', () => false),
  'a receipt found later is given to no repeated request': () =>
    instead(UnclaimedReceipts.prototype, 'take', () => undefined),
  'a receipt found later is given to several requests': () =>
    instead(UnclaimedReceipts.prototype, 'take', (unclaimed, original, args) => {
      const kept = new Map(unclaimed['found']);
      const claimed = original(...args);
      for (const [name, waiting] of kept) unclaimed['found'].set(name, waiting);
      return claimed;
    }),
  'a refused receipt blocks its key': () =>
    instead(Ledger.prototype, 'put', (_, original, [change]) =>
      (change as Change).type === 'abort' ? Promise.resolve(ok(undefined)) : original(change),
    ),
  'a snapshot lacks open intents': () =>
    instead(MainView.prototype, 'image', (view, original) => {
      const open = new Map(view['open']);
      view['open'].clear();
      const image = original();
      for (const [id, intent] of open) view['open'].set(id, intent);
      return image;
    }),
} satisfies Readonly<Record<string, Mistake>>;
