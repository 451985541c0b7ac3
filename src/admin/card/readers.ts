import { type Bilingual, ok, type Result } from '../../base/index.js';
import { type FoundReader, type ReaderLook, readerWords } from '../../card/index.js';
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
  /** Why a way cannot be used; pcscd that does not run is no fault. */
  readonly faults: readonly {
    readonly way: FoundReader['way'];
    readonly found: Bilingual;
    readonly action: Bilingual;
  }[];
}

/** Card readers that are plugged in, on both ways. */
export const listReaders = operation({
  permission: 'processor',
  isReadOnly: true,
  timeout: 20_000,
  ask: {},
  async run({ cards }: Pick<AdminParts, 'cards'>): Promise<Result<ReadersShown, string>> {
    await cards.settled();
    const look = await cards.readers();
    const readers = (['usb', 'pcsc'] as const).flatMap((way) => readersOn(look, way));
    const { usb, pcsc } = look;
    // A reader that pcscd has needs no right to USB.
    const isFault = !usb.ok && !(usb.error === 'denied' && pcsc.ok && pcsc.value.length > 0);
    return ok({ readers, faults: isFault ? [{ way: 'usb', ...readerWords(usb.error) }] : [] });
  },
});

function readersOn(look: ReaderLook, way: FoundReader['way']): ReaderLine[] {
  const found = look[way];
  return found.ok ? found.value.map(({ name, isOurs, isUsed }) => ({ name, way, isOurs, isUsed })) : [];
}
