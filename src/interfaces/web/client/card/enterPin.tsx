import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../net/http.js';
import { session } from '../net/session.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field, Form } from '../components/field.js';
import { faultText } from '../components/notice.js';
import { t } from '../text/language.js';
import { STATUS } from '../text/status.js';
import { ToCard } from './cardFacts.js';

interface EnterPinProps {
  /** Called when the processor has accepted the PIN. */
  readonly onDone?: (() => unknown) | undefined;
}

/** Lets a person enter the PIN that the processor waits for. A card in the reader of the box has a page of its own. */
export function EnterPin({ onDone }: EnterPinProps): JSX.Element {
  const { value } = session;
  return value.state === 'signed-in' && value.box.usesCard ? <ToCard /> : <PinButton onDone={onDone} />;
}

/** Asks for the PIN of the card of an L-PFR and sends it once. */
function PinButton({ onDone }: EnterPinProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t(STATUS.enterPin)}
      </Button>
      {isOpen && (
        <Dialog title={t(STATUS.enterPin)} onClose={close}>
          <PinForm
            onDone={() => {
              close();
              onDone?.();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function PinForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState<string>();
  const send = async (): Promise<void> => {
    if (!/^\d{4}$/.test(pin)) {
      setFault(t(STATUS.pinFault));
      return;
    }
    const reply = await operate('pfr.pin', { pin });
    // Cleared, so that a wrong PIN is not sent again by mistake and lock the card sooner.
    setPin('');
    if (reply.ok && reply.value === null) onDone();
    else setFault(reply.ok ? (reply.value === null ? undefined : t(reply.value)) : faultText(reply.error));
  };
  return (
    <Form onSubmit={send}>
      <Field
        label={t(STATUS.pin)}
        hint={t(STATUS.pinHint)}
        fault={fault}
        value={pin}
        onInput={setPin}
        type="password"
        inputMode="numeric"
        maxLength={4}
        autoFocus
      />
      <footer class="actions">
        <Button kind="primary" type="submit">
          {t(STATUS.send)}
        </Button>
      </footer>
    </Form>
  );
}
