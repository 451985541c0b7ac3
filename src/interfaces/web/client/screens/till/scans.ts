import { signal } from '@preact/signals';
import type { GoodsFault } from '../../till/cart.js';

/** Why the last code or item is not on the bill. */
export type ScanFault =
  | { readonly kind: 'unknown'; readonly code: string }
  /** `name`: of the item. */
  | { readonly kind: GoodsFault; readonly name: string };

/** Why the last code or item is not on the bill. A new object each time, so that a repeat is shown again. */
export const scanFault = signal<ScanFault | undefined>(undefined);

let audio: AudioContext | undefined;

/** Reports with a picture and a tone that a code means nothing here. */
export function tellUnknown(code: string): void {
  tellScanFault({ kind: 'unknown', code: code.slice(0, 40) });
}

/** Reports with a picture and a tone why an item is not on the bill. */
export function tellScanFault(fault: ScanFault): void {
  scanFault.value = fault;
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 220;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.35);
  } catch {
    // A device without sound still shows it.
  }
}
