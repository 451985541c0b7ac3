import { ok } from '../../src/base/result.js';
import { Claims } from '../../src/invoicing/claims.js';
import { RemoteSale } from '../../src/invoicing/remote.js';
import { Settling } from '../../src/invoicing/settling.js';
import type { Change } from '../../src/ledger/change.js';
import type { Intent } from '../../src/ledger/intent.js';
import { Ledger } from '../../src/ledger/ledger.js';
import { MainView } from '../../src/ledger/views/main.js';
import { Lane } from '../../src/pfr/lane.js';
import type { SignOutcome } from '../../src/pfr/port.js';
import { REFUSALS } from '../../src/pfr/texts.js';
import { RemotePfr } from '../../src/pfr/remote.js';
import type { WireReceipt } from '../../src/pfr/wire/receipt.js';
import { instead, type Method } from '../kit/instead.js';

/** Makes a mistake in the code, and gives back what undoes it. */
export type Mistake = () => () => void;

const nothing = (): Promise<void> => Promise.resolve();

/** Another way to write an intent to the disk. */
function intentsWritten(otherwise: (write: () => unknown) => unknown): Mistake {
  return () =>
    instead(Ledger.prototype, 'put', (_, original, [change]) =>
      (change as Change).type === 'intent' ? otherwise(() => original(change)) : original(change),
    );
}

/** Says of an intent, wrongly, that nothing was signed. */
async function giveUp(settling: Settling, { requestId }: Intent): Promise<void> {
  await settling['parts'].ledger.put({ type: 'abort', requestId, cause: { by: 'witness' } });
}

/** Takes for nothing signed what the processor has answered to a look-up in one of these ways. */
function takenForNothing(...kinds: readonly string[]): Mistake {
  return () =>
    instead(Settling.prototype, 'lookUp', async (settling, original, [pfr, intent, isOver]) => {
      let found = '';
      const heard = async (...asked: unknown[]): Promise<unknown> => {
        const outcome = await (pfr as RemotePfr).find(asked[0] as Intent);
        found = outcome.kind;
        return outcome;
      };
      const end = await original({ find: heard }, intent, isOver);
      if (end === 'settled' || isOver !== true || !kinds.includes(found)) return end;
      await giveUp(settling, intent as Intent);
      return 'settled';
    });
}

/** A receipt as it was sent, whatever it is of. */
function taken(receipt: WireReceipt): object {
  const { taxItems, journal, ...rest } = receipt;
  return { ...rest, taxItems: taxItems.map((item) => ({ ...item, total: 0 })), journal: journal ?? '' };
}

/** Mistakes of which each would sign twice, lose, invent, or leave a key stuck. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
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
  'a receipt whose answer was lost is asked for again': () =>
    instead(RemotePfr.prototype, 'sign', async (_, original, args) => {
      const outcome = (await original(...args)) as SignOutcome;
      return outcome.kind === 'unknown' ? original(...args) : outcome;
    }),
  'the key is free again when the end is not known': () =>
    instead(RemoteSale.prototype, 'lookFor', async (sale, _, [, intent]) => {
      await giveUp(sale['parts'].settling, intent as Intent);
      return { kind: 'refused', message: REFUSALS.unknown };
    }),
  'what a processor does not know was not signed, whatever its last number': takenForNothing('absent'),
  'a foreign receipt under the request id proves that nothing was signed': takenForNothing('foreign'),
  'what cannot be looked up was not signed': takenForNothing('unknown'),
  'the last number is not asked for again': () =>
    instead(RemotePfr.prototype, 'find', (pfr, original, args) => {
      Object.defineProperty(pfr, 'look', { value: nothing, configurable: true });
      return (original(...args) as Promise<unknown>).finally(() => Reflect.deleteProperty(pfr, 'look'));
    }),
  'absence proves something while the processor may still sign': () =>
    instead(Settling.prototype, 'begin', (_, original, [intent]) => original(intent, 0)),
  'nobody waits for a lane': () => instead(Lane.prototype, 'enter', () => Promise.resolve(() => undefined)),
  'both processors share a lane': () => {
    const enter = Reflect.get(Lane.prototype, 'enter') as Method;
    const lanes = new WeakMap<object, Lane>();
    return instead(Lane.prototype, 'enter', (lane, _, args) => {
      const clock = lane['clock'];
      const shared = lanes.get(clock) ?? lane;
      lanes.set(clock, shared);
      return Reflect.apply(enter, shared, args);
    });
  },
  'any receipt is believed': () =>
    instead(RemotePfr.prototype, 'believed', (_, __, [receipt]) => Promise.resolve(ok(taken(receipt as WireReceipt)))),
  'a receipt that is recorded already is believed': () =>
    instead(RemotePfr.prototype, 'believed', (pfr, original, args) => {
      Object.assign(pfr['options'], { isRecorded: () => Promise.resolve(false) });
      return original(...args);
    }),
  'a receipt that was found late is not recorded': () =>
    instead(Settling.prototype, 'found', async (settling, _, [intent]) => {
      await giveUp(settling, intent as Intent);
      return true;
    }),
  'open intents are not looked up before a new receipt': () =>
    instead(Settling.prototype, 'clear', () => Promise.resolve(true)),
  'nothing is settled by itself': () => instead(Settling.prototype, 'watch', () => undefined),
  'the end that a person decides is not written': () =>
    instead(Settling.prototype, 'admit', () => Promise.resolve(ok(null))),
  'a person may decide too early': () => instead(Settling.prototype, 'mayStillBeSigned', () => false),
  'a found receipt is owed to nobody': () => instead(Claims.prototype, 'take', () => undefined),
  'a found receipt is owed for ever': () =>
    instead(Claims.prototype, 'take', (claims, original, args) => {
      const kept = new Map(claims['found']);
      const claimed = original(...args);
      for (const [name, waiting] of kept) claims['found'].set(name, waiting);
      return claimed;
    }),
  'a refused receipt keeps its key': () =>
    instead(Ledger.prototype, 'put', (_, original, [change]) =>
      (change as Change).type === 'abort' ? Promise.resolve(ok(undefined)) : original(change),
    ),
  'open intents are left out of the snapshot': () =>
    instead(MainView.prototype, 'image', (view, original) => {
      const open = new Map(view['open']);
      view['open'].clear();
      const image = original();
      for (const [id, intent] of open) view['open'].set(id, intent);
      return image;
    }),
};
