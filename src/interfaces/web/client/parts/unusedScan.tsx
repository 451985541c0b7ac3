import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { unusedScan } from '../scan/scans.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Notice } from './notice.js';

/** How long an unused code is shown, ms. */
const SHOWN_FOR = 8000;

/**
 * Shows a code that no screen uses, so that the seller does not believe it was sold. Dialogs show it too, because they
 * hide the page.
 */
export function UnusedScan(): JSX.Element | null {
  const { value } = unusedScan;
  useEffect(() => {
    const timer = setTimeout(() => (unusedScan.value = undefined), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [value]);
  if (value === undefined) return null;
  return (
    <aside class="unused-scan">
      <Notice kind="warning">
        {value.scan.length === 0
          ? t(COMMON.unreadScan)
          : t(COMMON.unusedScan, { code: (value.scan[0] ?? '').slice(0, 40) })}
      </Notice>
    </aside>
  );
}
