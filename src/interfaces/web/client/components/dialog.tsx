import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { unusedScan } from '../scan/scans.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { goWithoutSaving, registerUnsaved, wanted } from '../route.js';
import { Button, type ButtonProps, Icon } from './button.js';
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

interface DialogButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'type'> {
  /** Text of the button, and title of the dialog unless it has another. */
  readonly text: string;
  readonly title?: string;
  /** Default: `Dialog`. */
  readonly frame?: typeof Dialog;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps): JSX.Element {
  const { text, title = text, frame: Frame = Dialog, children, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button {...button} text={text} onClick={() => setOpen(true)} />
      {isOpen && (
        <Frame title={title} onClose={close}>
          {children(close)}
        </Frame>
      )}
    </>
  );
}

interface QuestionProps {
  readonly question: string;
  /** Label of the button that performs the action. */
  readonly action: string;
  /** True when no data is lost. */
  readonly isHarmless?: boolean;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

function Question({ question, action, isHarmless = false, onConfirm, onClose }: QuestionProps): JSX.Element {
  return (
    <>
      <p>{question}</p>
      <footer class="actions">
        <Button text={t(COMMON.cancel)} onClick={onClose} />
        <Button kind={isHarmless ? 'primary' : 'danger'} text={action} onClick={onConfirm} />
      </footer>
    </>
  );
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, ...props }: QuestionProps & { readonly title: string }): JSX.Element {
  return (
    <Dialog title={title} onClose={props.onClose}>
      <Question {...props} />
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<DialogButtonProps, 'children' | 'frame'> {
  readonly question: string;
  /** Default: the text of the button. */
  readonly action?: string;
  readonly isHarmless?: boolean;
  /** The question remains until it is done. */
  readonly onConfirm: () => unknown;
}

/** A button whose action needs a confirmation. */
export function ConfirmButton(props: ConfirmButtonProps): JSX.Element {
  const { question, action = props.text, isHarmless = false, onConfirm, ...button } = props;
  return (
    <DialogButton {...button}>
      {(close) => (
        <Question
          question={question}
          action={action}
          isHarmless={isHarmless}
          onConfirm={async () => {
            await onConfirm();
            close();
          }}
          onClose={close}
        />
      )}
    </DialogButton>
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
        <Button kind="danger" text={t(COMMON.unsavedLeave)} onClick={goWithoutSaving} />
        <Button kind="primary" text={t(COMMON.unsavedStay)} onClick={stay} />
      </footer>
    </Dialog>
  );
}
