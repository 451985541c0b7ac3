import { type Bilingual, ok, type Result, type Message } from '../../../base/index.js';
import { type CardLoss, type FoundReader, type ReadersByBackend, readerText } from '../../../processors/card/index.js';
import { type AdminDeps, operation } from '../operation.js';

/** A card reader that is connected. */
export interface ReaderLine extends Pick<FoundReader, 'name' | 'way'> {
  /** True when the box has opened it. */
  readonly isOurs: boolean;
  /** True when its card is the one in use. */
  readonly isUsed: boolean;
}

/** The readers found by USB and by pcscd. */
interface ReadersShown {
  readonly readers: readonly ReaderLine[];
  /** Why a backend that the box may use does not work. A missing pcscd is a fault only if the setting requires it. */
  readonly faults: readonly (ReaderAdvice & { readonly way: FoundReader['way'] })[];
  /**
   * Why the box uses no reader although there is no fault: readers are switched off, or only pcscd uses them. Null
   * otherwise.
   */
  readonly leftAlone: ReaderAdvice | null;
}

interface ReaderAdvice {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Lists the connected card readers of both backends. Does not wait for a card. */
export const listReaders = operation({
  permission: 'processor',
  isReadOnly: true,
  input: {},
  async run({ cards, settings }: Pick<AdminDeps, 'cards' | 'settings'>): Promise<Result<ReadersShown, Message>> {
    const [backends, look] = await Promise.all([cards.backends(), cards.readers()]);
    const readers = (['usb', 'pcsc'] as const).flatMap((way) => readersOn(look, way));
    // Faults of pcscd are also reported while only pcscd uses readers, because a technician may be setting it up.
    const asked = backends.ok ? backends.value : backends.error === 'off' ? [] : (['pcsc'] as const);
    const isSet = settings.now.cardReader !== 'auto';
    const faults = asked.flatMap((way) => {
      const found = look[way];
      const isFault = !found.ok && (isSet || counts(way, found.error, readers));
      return isFault ? [{ way, ...adviceOf(found.error) }] : [];
    });
    return ok({ readers, faults, leftAlone: backends.ok ? null : adviceOf(backends.error) });
  },
});

/** True when a loss is a fault with the setting `auto`. It is not, if the other backend has found a reader. */
function counts(way: FoundReader['way'], loss: CardLoss, readers: readonly ReaderLine[]): boolean {
  const hasOther = readers.some((one) => one.way !== way);
  return way === 'usb' ? loss !== 'denied' || !hasOther : loss !== 'driver' && !hasOther;
}

function adviceOf(loss: CardLoss): ReaderAdvice {
  const { found, action } = readerText(loss);
  return { found, action };
}

function readersOn(look: ReadersByBackend, way: FoundReader['way']): ReaderLine[] {
  const found = look[way];
  return found.ok ? found.value.map(({ name, isOurs, isUsed }) => ({ name, way, isOurs, isUsed })) : [];
}
