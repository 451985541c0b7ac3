import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CardPinAnswer } from '../../../admin/index.js';
import { type Fault, operate } from '../net/http.js';
import { Button } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { Field, Form } from '../parts/field.js';
import { FaultNotice } from '../parts/notice.js';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';

interface PinFormProps {
  /** Fingerprint of the displayed card, the only one that the PIN is for. */
  readonly fingerprint: string;
  /** Remaining tries; null when the card does not report them. */
  readonly triesLeft: number | null;
  /** True when the person must first confirm how few tries remain. */
  readonly mustConfirm: boolean;
  /** True when the owner wants the PIN stored over a restart. */
  readonly isToBeKept: boolean;
  readonly onAnswer: (answer: CardPinAnswer) => void;
}

/** Asks for the PIN of the card and sends it to the box once; it does not remain in the page. */
export function PinForm({ fingerprint, triesLeft, mustConfirm, isToBeKept, onAnswer }: PinFormProps): JSX.Element {
  const [pin, setPin] = useState('');
  const [isWrongForm, setWrongForm] = useState(false);
  const [isSending, setSending] = useState(false);
  /** The remaining tries at the time of the question to the person. */
  const [asked, setAsked] = useState<{ readonly triesLeft: number | null }>();
  const [fault, setFault] = useState<Fault>();
  const send = async (confirmed: number | null): Promise<void> => {
    setAsked(undefined);
    setSending(true);
    const reply = await operate('card.pin', { pin, confirmed, fingerprint });
    // Cleared: a wrong PIN that is sent twice by mistake would use two tries.
    setPin('');
    setSending(false);
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) onAnswer(reply.value);
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setWrongForm(!/^\d{4}$/.test(pin));
    if (!/^\d{4}$/.test(pin)) return;
    if (mustConfirm) setAsked({ triesLeft });
    else await send(triesLeft);
  };
  const leave = (): void => {
    setAsked(undefined);
    setPin('');
  };
  return (
    <Form onSubmit={submit} label={t(CARD.enterPin)}>
      <Field
        label={t(CARD.pin)}
        hint={hintOf(triesLeft, isToBeKept)}
        fault={isWrongForm ? t(CARD.pinFault) : undefined}
        value={pin}
        onInput={setPin}
        type="password"
        inputMode="numeric"
        maxLength={4}
        disabled={isSending}
      />
      <p class="muted">{t(CARD.pinForgotten)}</p>
      <FaultNotice fault={fault} />
      <div class="actions">
        <Button kind="primary" type="submit" disabled={isSending}>
          {t(CARD.enterPin)}
        </Button>
      </div>
      {asked !== undefined && (
        <Confirm {...questionOf(asked.triesLeft)} onConfirm={() => send(asked.triesLeft)} onClose={leave} />
      )}
    </Form>
  );
}

function hintOf(triesLeft: number | null, isToBeKept: boolean): string {
  if (triesLeft === null) return t(isToBeKept ? CARD.pinHintUntoldKept : CARD.pinHintUntold);
  return t(isToBeKept ? CARD.pinHintKept : CARD.pinHint);
}

function questionOf(triesLeft: number | null): {
  readonly title: string;
  readonly question: string;
  readonly action: string;
} {
  if (triesLeft === null) {
    return { title: t(CARD.untold), question: t(CARD.untoldQuestion), action: t(CARD.sendUntold) };
  }
  return {
    title: t(CARD.few, { tries: triesLeft }),
    question: triesLeft === 1 ? t(CARD.lastQuestion) : t(CARD.fewQuestion),
    action: t(CARD.sendFew, { tries: triesLeft }),
  };
}
