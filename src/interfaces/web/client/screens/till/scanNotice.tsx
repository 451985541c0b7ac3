import { signal } from '@preact/signals';
import type { ComponentProps, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Notice } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { type GoodsFault, MAX_LINES } from '../../till/cart.js';

/** Why the last code or item is not on the bill. */
type ScanFault =
  | { readonly kind: 'unknown'; readonly code: string }
  /** `name`: of the item. */
  | { readonly kind: GoodsFault; readonly name: string };

/** Why the last code or item is not on the bill. A new object each time, so that a repeat is shown again. */
export const scanFault = signal<ScanFault | undefined>(undefined);

let audio: AudioContext | undefined;

/** Reports with a picture and a tone that a code means nothing here. */
export function reportUnknown(code: string): void {
  reportScanFault({ kind: 'unknown', code: code.slice(0, 40) });
}

/** Reports with a picture and a tone why an item is not on the bill. */
export function reportScanFault(fault: ScanFault): void {
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

/**
 * Why the last code or item is not on the bill. Each view and dialog of the till that accepts scans shows it, so that
 * the seller sees it.
 */
export function ScanNotice(): JSX.Element | null {
  const { value } = scanFault;
  return value === undefined ? null : <Notice kind="failure">{words(value)}</Notice>;
}

function words(fault: ScanFault): string {
  switch (fault.kind) {
    case 'unknown':
      return t(TILL.unknownCode, { code: fault.code });
    case 'advance':
      return t(TILL.notOnAdvance, { name: fault.name });
    case 'full':
      return t(TILL.billFull, { name: fault.name, most: MAX_LINES });
  }
}

/** A dialog of the till. It reports codes that are scanned while it is open, because it hides the view behind it. */
export function TillDialog({ children, ...props }: ComponentProps<typeof Dialog>): JSX.Element {
  const [before] = useState(scanFault.peek());
  return (
    <Dialog {...props}>
      {scanFault.value !== before && <ScanNotice />}
      {children}
    </Dialog>
  );
}
