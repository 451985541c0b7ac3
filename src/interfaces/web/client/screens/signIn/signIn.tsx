import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../net/http.js';
import { refreshSession, signedOutBecause } from '../../net/session.js';
import { AboutBox } from '../../components/aboutBox.js';
import { Button, Icon } from '../../components/button.js';
import { Submit, Field, Form, LanguageChoice, useTyped } from '../../components/field.js';
import { faultText, Notice, useFault } from '../../components/notice.js';
import { COMMON, HELP } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SIGN_IN } from '../../text/signIn.js';
import { go } from '../../route.js';
import { Recovery } from './recovery.js';

interface SignInProps {
  readonly reason: typeof signedOutBecause.value;
  readonly isOnTablet: boolean;
  readonly cashiers: readonly string[];
}

/** Sign-in with name and password. An admitted tablet lists the cashiers by name, and a PIN is sufficient. */
export function SignInScreen({ reason, isOnTablet, cashiers }: SignInProps): JSX.Element {
  const [cashier, setCashier] = useState<string>();
  const [isForgotten, setForgotten] = useState(false);
  const [byName, setByName] = useState(cashiers.length === 0);
  return (
    <main class="narrow">
      <LanguageChoice />
      <h1>{t(isForgotten ? SIGN_IN.forgotten : byName ? SIGN_IN.title : SIGN_IN.whoSells)}</h1>
      {reason !== undefined && (
        <Notice kind="info">{t(reason === 'expired' ? COMMON.signedOut : SIGN_IN.newSecret)}</Notice>
      )}
      {isForgotten ? (
        <Recovery onBack={() => setForgotten(false)} />
      ) : !isOnTablet || byName ? (
        <SecretForm key="password" />
      ) : cashier === undefined ? (
        <div class="choices">
          {cashiers.map((name) => (
            <Button key={name} class="large" text={name} onClick={() => setCashier(name)} />
          ))}
        </div>
      ) : (
        <SecretForm key={cashier} cashier={cashier} onBack={() => setCashier(undefined)} />
      )}
      {!isForgotten && !isOnTablet && <p class="muted by-pin">{t(SIGN_IN.cashiersByPin)}</p>}
      {!isForgotten && (
        <footer class="actions">
          {cashiers.length > 0 && (
            <Button
              kind="link"
              text={t(byName ? SIGN_IN.toCashiers : SIGN_IN.byPassword)}
              onClick={() => setByName(!byName)}
            />
          )}
          {byName && <Button kind="link" text={t(SIGN_IN.forgotten)} onClick={() => setForgotten(true)} />}
          <AboutBox />
          <HelpLink />
        </footer>
      )}
    </main>
  );
}

function SecretForm({ cashier, onBack }: { readonly cashier?: string; readonly onBack?: () => void }): JSX.Element {
  const name = useTyped(cashier ?? '');
  const secret = useTyped('');
  const [fault, checked] = useFault();
  const isPin = cashier !== undefined;
  const signIn = async (): Promise<void> => {
    const reply = checked(
      await request('/web/session', { method: 'POST', body: { name: name.value, secret: secret.value } }),
    );
    if (!reply.ok) {
      secret.onInput('');
      return;
    }
    signedOutBecause.value = undefined;
    await refreshSession();
  };
  return (
    <Form onSubmit={signIn} label={t(SIGN_IN.title)}>
      {isPin ? <h2>{name.value}</h2> : <Field label={t(COMMON.userName)} {...name} autoComplete="username" autoFocus />}
      <Field
        label={t(isPin ? SIGN_IN.pin : SIGN_IN.password)}
        {...secret}
        type="password"
        inputMode={isPin ? 'numeric' : 'text'}
        autoComplete="current-password"
        autoFocus={isPin}
      />
      {isPin && <PinPad value={secret.value} onInput={secret.onInput} />}
      {fault !== undefined && (
        <Notice kind="failure">
          {fault.code === 'wrong_secret' ? t(isPin ? SIGN_IN.wrongPin : SIGN_IN.wrong) : faultText(fault)}
        </Notice>
      )}
      <Submit label={t(SIGN_IN.submit)}>
        {onBack !== undefined && <Button text={t(COMMON.back)} onClick={onBack} />}
      </Submit>
    </Form>
  );
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** Digits of the longest PIN. */
const MAX_PIN = 8;

interface PinPadProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Keys on the screen, so that no keyboard has to open. */
function PinPad({ value, onInput }: PinPadProps): JSX.Element {
  const digit = (one: string): JSX.Element => (
    <Button key={one} class="large" text={one} onClick={() => onInput(`${value}${one}`.slice(0, MAX_PIN))} />
  );
  return (
    <div class="pin-pad" role="group" aria-label={t(SIGN_IN.pinPad)}>
      {DIGITS.map(digit)}
      <Button class="large" label={t(SIGN_IN.clearPin)} onClick={() => onInput('')}>
        <Icon name="cross" />
      </Button>
      {digit('0')}
      <Button class="large" label={t(SIGN_IN.deleteDigit)} onClick={() => onInput(value.slice(0, -1))}>
        <Icon name="erase" />
      </Button>
    </div>
  );
}

/** Link to the help page, for screens without a menu. */
export function HelpLink(): JSX.Element {
  return <Button kind="link" text={t(HELP.title)} onClick={() => go('help')} />;
}
