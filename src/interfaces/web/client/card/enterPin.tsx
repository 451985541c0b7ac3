import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../net/http.js';
import { box } from '../net/session.js';
import { DialogButton } from '../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../components/field.js';
import { faultText } from '../components/notice.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { STATUS } from '../text/status.js';
import { ToCard } from './cardFacts.js';

interface EnterPinProps {
  /** Called when the processor has accepted the PIN. */
  readonly onDone?: (() => unknown) | undefined;
}

/** Lets a person enter the PIN that the processor waits for. A card in the reader of the box has a page of its own. */
export function EnterPin({ onDone }: EnterPinProps): JSX.Element {
  return box.value?.usesCard === true ? <ToCard /> : <PinButton onDone={onDone} />;
}

/** Asks for the PIN of the card of an L-PFR and sends it once. */
function PinButton({ onDone }: EnterPinProps): JSX.Element {
  return (
    <DialogButton kind="primary" text={t(STATUS.enterPin)}>
      {(close) => (
        <PinForm
          onDone={() => {
            close();
            onDone?.();
          }}
        />
      )}
    </DialogButton>
  );
}

function PinForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const pin = useTyped('');
  const [fault, setFault] = useState<string>();
  const send = async (): Promise<void> => {
    if (!/^\d{4}$/.test(pin.value)) {
      setFault(t(STATUS.pinFault));
      return;
    }
    const reply = await operate('pfr.pin', { pin: pin.value });
    // Cleared, so that a wrong PIN is not sent again by mistake and lock the card sooner.
    pin.onInput('');
    if (reply.ok && reply.value === null) onDone();
    else setFault(reply.ok ? (reply.value === null ? undefined : t(reply.value)) : faultText(reply.error));
  };
  return (
    <Form onSubmit={send}>
      <Field
        label={t(COMMON.cardPin)}
        hint={t(STATUS.pinHint)}
        fault={fault}
        {...pin}
        type="password"
        inputMode="numeric"
        maxLength={4}
        autoFocus
      />
      <Submit label={t(COMMON.send)} />
    </Form>
  );
}
