import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { unusedScan } from '../scan/scans.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { goWithoutSaving, registerUnsaved, wanted } from '../route.js';
import { Button, Icon } from './button.js';
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

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** A modal dialog; Escape closes it too. */
export function Dialog({ title, children, onClose }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="link" label={t(COMMON.close)} onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </header>
      <UnusedScan />
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly question: string;
  /** Label of the button that performs the action. */
  readonly action: string;
  /** Default `danger`: data is lost. */
  readonly kind?: 'primary' | 'danger';
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, question, action, kind = 'danger', onConfirm, onClose }: ConfirmProps): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <footer class="actions">
        <Button onClick={onClose}>{t(COMMON.cancel)}</Button>
        <Button kind={kind} onClick={onConfirm}>
          {action}
        </Button>
      </footer>
    </Dialog>
  );
}

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
