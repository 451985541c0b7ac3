import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { goWithoutSaving, registerUnsaved, wanted } from '../route.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

/**
 * Asks before leaving a form with unsaved changes.
 *
 *     useUnsaved(name !== stored.name);
 */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => (isUnsaved ? registerUnsaved() : undefined), [isUnsaved]);
}

/** The question, while there is one. */
export function UnsavedQuestion(): JSX.Element | null {
  if (wanted.value === undefined) return null;
  const stay = (): void => void (wanted.value = undefined);
  return (
    <Dialog title={t(COMMON.unsavedTitle)} onClose={stay}>
      <p>{t(COMMON.unsavedQuestion)}</p>
      <footer class="actions">
        <Button kind="danger" onClick={goWithoutSaving}>
          {t(COMMON.unsavedLeave)}
        </Button>
        <Button kind="primary" onClick={stay}>
          {t(COMMON.unsavedStay)}
        </Button>
      </footer>
    </Dialog>
  );
}
