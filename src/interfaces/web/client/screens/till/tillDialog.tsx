import type { ComponentProps, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { ScanNotice } from './scanNotice.js';
import { scanFault } from './scans.js';

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
