import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CardInfo, CardPinAnswer, CardRow } from '../../../admin/index.js';
import { operate } from '../net/http.js';
import { Button } from '../components/button.js';
import { Confirm, ConfirmButton } from '../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../components/field.js';
import { download } from '../components/fileButton.js';
import { type Loaded, Show } from '../components/load.js';
import { FaultNotice, Notice, useFault } from '../components/notice.js';
import { CARD } from '../text/card.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { CardFacts, CardFindings } from './cardFacts.js';

/** Reader and card: their state, the holder of the card, and possible actions. */
export function TheCard({ loaded }: { readonly loaded: Loaded<CardInfo> }): JSX.Element {
  return (
    <section class="card card-here">
      <h2>{t(CARD.state)}</h2>
      <Show loaded={loaded}>{(info) => <Known info={info} reload={loaded.reload} />}</Show>
    </section>
  );
}

interface KnownProps {
  readonly info: CardInfo;
  readonly reload: () => Promise<void>;
}

function Known({ info, reload }: KnownProps): JSX.Element {
  const { card, pin, standing } = info;
  const [answer, setAnswer] = useState<CardPinAnswer & { readonly uid: string }>();
  useEffect(() => {
    if (card === null) setAnswer(undefined);
  }, [card === null]);
  // The outcome of a PIN entry does not apply to another card, or to this one in another state.
  const isAnswered = answer?.uid === card?.uid && (answer?.kind === 'accepted') === (pin === 'accepted');
  const isPinTold = isAnswered && answer?.kind === 'wrong' && answer.triesLeft === card?.triesLeft.key;
  return (
    <>
      <CardFindings info={info} hasDeeds isPinTold={isPinTold} />
      {!info.isUsed && card !== null && <p class="muted">{t(CARD.notUsed)}</p>}
      {answer !== undefined && isAnswered && <PinAnswer answer={answer} />}
      {card !== null && standing === 'needs confirmation' && (
        <Accept key={card.fingerprint} card={card} isNamesake={info.isNamesake} reload={reload} />
      )}
      {card !== null && pin === 'needed' && (
        <PinForm
          fingerprint={card.fingerprint}
          key={card.uid}
          triesLeft={card.triesLeft.key}
          mustConfirm={info.mustConfirm}
          isToBeKept={info.isToBeKept}
          onAnswer={(given) => {
            setAnswer({ ...given, uid: card.uid });
            void reload();
          }}
        />
      )}
      {card !== null && (
        <>
          <CardFacts card={card} />
          <Certificates uid={card.uid} />
        </>
      )}
    </>
  );
}

function PinAnswer({ answer: { kind, words } }: { readonly answer: CardPinAnswer }): JSX.Element {
  // The PIN is no longer in the page, so a confirmation alone is not enough.
  const said = kind === 'confirm' ? CARD.again : words;
  return <Notice kind={kind === 'accepted' ? 'success' : 'failure'}>{t(said)}</Notice>;
}

interface AcceptProps {
  readonly card: CardRow;
  readonly isNamesake: boolean;
  readonly reload: () => Promise<void>;
}

function Accept({ card, isNamesake, reload }: AcceptProps): JSX.Element {
  const [fault, checked] = useFault();
  const { uid, organisation, location, address, fingerprint } = card;
  const question = t(CARD.acceptQuestion, { uid, organisation, location, address, tin: card.tin ?? '–' });
  const accept = async (): Promise<void> => {
    checked(await operate('card.accept', { uid, fingerprint }));
    await reload();
  };
  return (
    <>
      <FaultNotice fault={fault} />
      <div class="actions">
        <ConfirmButton
          kind="primary"
          text={t(CARD.accept)}
          question={isNamesake ? `${t(CARD.acceptNamesake)} ${question}` : question}
          action={t(CARD.acceptIt)}
          onConfirm={accept}
        />
      </div>
    </>
  );
}

function Certificates({ uid }: { readonly uid: string }): JSX.Element {
  const [fault, checked] = useFault();
  const give = async (): Promise<void> => {
    const reply = checked(await operate('card.certificate', {}));
    if (!reply.ok) return;
    const { element, key } = reply.value;
    download(`card-${uid}.pem`, `${element}${key ?? ''}`, 'application/x-pem-file');
  };
  return (
    <>
      <FaultNotice fault={fault} />
      <div class="actions">
        <Button text={t(CARD.download)} onClick={give} />
      </div>
    </>
  );
}

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
function PinForm({ fingerprint, triesLeft, mustConfirm, isToBeKept, onAnswer }: PinFormProps): JSX.Element {
  const pin = useTyped('');
  const [isWrongForm, setWrongForm] = useState(false);
  const [isSending, setSending] = useState(false);
  /** The remaining tries at the time of the question to the person. */
  const [asked, setAsked] = useState<{ readonly triesLeft: number | null }>();
  const [fault, checked] = useFault();
  const send = async (confirmed: number | null): Promise<void> => {
    setAsked(undefined);
    setSending(true);
    const reply = checked(await operate('card.pin', { pin: pin.value, confirmed, fingerprint }));
    // Cleared: a wrong PIN that is sent twice by mistake would use two tries.
    pin.onInput('');
    setSending(false);
    if (reply.ok) onAnswer(reply.value);
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setWrongForm(!/^\d{4}$/.test(pin.value));
    if (!/^\d{4}$/.test(pin.value)) return;
    if (mustConfirm) setAsked({ triesLeft });
    else await send(triesLeft);
  };
  const leave = (): void => {
    setAsked(undefined);
    pin.onInput('');
  };
  return (
    <Form onSubmit={submit} label={t(CARD.enterPin)}>
      <Field
        label={t(COMMON.cardPin)}
        hint={hintOf(triesLeft, isToBeKept)}
        fault={isWrongForm ? t(CARD.pinFault) : undefined}
        {...pin}
        type="password"
        inputMode="numeric"
        maxLength={4}
        disabled={isSending}
      />
      <p class="muted">{t(CARD.pinForgotten)}</p>
      <Submit label={t(CARD.enterPin)} fault={fault} disabled={isSending} />
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
