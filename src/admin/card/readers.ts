import { type Bilingual, ok, type Result } from '../../base/index.js';
import { type CardLoss, type FoundReader, type ReaderLook, readerWords } from '../../card/index.js';
import { type AdminParts, operation } from '../operation.js';

/** A reader that is plugged in. */
export interface ReaderLine extends Pick<FoundReader, 'name' | 'way'> {
  /** Does the box hold it? */
  readonly isOurs: boolean;
  /** Is its card the one that counts? */
  readonly isUsed: boolean;
}

/** What was found on USB and through pcscd. */
export interface ReadersShown {
  readonly readers: readonly ReaderLine[];
  /** Why a way that the box may go cannot be used; that pcscd does not run is a fault only where it was set. */
  readonly faults: readonly (ReaderAdvice & { readonly way: FoundReader['way'] })[];
  /** Why the box leaves all readers alone though nothing is wrong: they are switched off, or left to pcscd; null: it does not. */
  readonly leftAlone: ReaderAdvice | null;
}

interface ReaderAdvice {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Card readers that are plugged in, on both ways. No card is waited for. */
export const listReaders = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: {},
  async run({ cards, settings }: Pick<AdminParts, 'cards' | 'settings'>): Promise<Result<ReadersShown, string>> {
    const [ways, look] = await Promise.all([cards.ways(), cards.readers()]);
    const readers = (['usb', 'pcsc'] as const).flatMap((way) => readersOn(look, way));
    // What pcscd has to say counts while readers are left to it, too: that is when somebody sets it up.
    const asked = ways.ok ? ways.value : ways.error === 'off' ? [] : (['pcsc'] as const);
    const isSet = settings.now.cardReader !== 'auto';
    const faults = asked.flatMap((way) => {
      const found = look[way];
      const isFault = !found.ok && (isSet || counts(way, found.error, readers));
      return isFault ? [{ way, ...adviceOf(found.error) }] : [];
    });
    return ok({ readers, faults, leftAlone: ways.ok ? null : adviceOf(ways.error) });
  },
});

/** Where the box looks for a reader by itself: is this a fault? Not beside one that the other way has found. */
function counts(way: FoundReader['way'], loss: CardLoss, readers: readonly ReaderLine[]): boolean {
  const hasOther = readers.some((one) => one.way !== way);
  return way === 'usb' ? loss !== 'denied' || !hasOther : loss !== 'driver' && !hasOther;
}

function adviceOf(loss: CardLoss): ReaderAdvice {
  const { found, action } = readerWords(loss);
  return { found, action };
}

function readersOn(look: ReaderLook, way: FoundReader['way']): ReaderLine[] {
  const found = look[way];
  return found.ok ? found.value.map(({ name, isOurs, isUsed }) => ({ name, way, isOurs, isUsed })) : [];
}
