import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Button } from './components/button.js';
import { Notice } from './components/notice.js';
import { codeToConfirm, refreshSession, session, signedOutBecause } from './net/session.js';
import { Layout } from './components/layout.js';
import { UnusedScan } from './components/dialog.js';
import { go, path } from './route.js';
import { listenForScanner } from './scan/scans.js';
import { HELP_SCREEN, HelpScreen } from './screens/screens.js';
import { ClaimScreen } from './screens/signIn/claim.js';
import { RecoveryCode } from './screens/signIn/recovery.js';
import { SignInScreen } from './screens/signIn/signIn.js';
import { COMMON } from './text/common.js';
import { language, t } from './text/language.js';
import { hold } from './till/lock.js';
import { LanguageChoice } from './components/field.js';

/** The page. The session state from the box determines what this device shows. */
export function App(): JSX.Element {
  useEffect(() => void refreshSession(), []);
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  useLayoutEffect(() => listenForScanner(mayTakeScans), []);
  return (
    <>
      <Page />
      <UnusedScan />
    </>
  );
}

/** True when the till, which accepts scans, is shown or is loading. */
function mayTakeScans(): boolean {
  const { value } = session;
  if (value.state !== 'unknown' && value.state !== 'signed-in') return false;
  return ['till', undefined].includes(path.value[0]) && hold.value !== 'elsewhere';
}

function isHelp(): boolean {
  return path.value[0] === HELP_SCREEN;
}

function Page(): JSX.Element {
  const { value } = session;
  switch (value.state) {
    case 'unknown':
      return <p class="loading">{t(COMMON.loading)}</p>;
    case 'offline':
      return (
        <main class="narrow">
          <Notice kind="failure">{t(COMMON.offline)}</Notice>
          <Button kind="primary" text={t(COMMON.retry)} onClick={refreshSession} />
        </main>
      );
    case 'unclaimed':
      return isHelp() ? <OpenHelp /> : <ClaimScreen />;
    case 'signed-out':
      if (isHelp()) return <OpenHelp />;
      return <SignInScreen reason={signedOutBecause.value} isOnTablet={value.isOnTablet} cashiers={value.cashiers} />;
    case 'signed-in': {
      const code = codeToConfirm();
      if (code !== undefined) return <RecoveryCode code={code.code} owner={code.owner} />;
      return <Layout user={value.user} box={value.box} />;
    }
  }
}

/** The help page without signing in: a link back replaces the menu. */
function OpenHelp(): JSX.Element {
  return (
    <main class="open-help">
      <header class="screen-head">
        <Button text={t(COMMON.back)} onClick={() => go('')} />
        <LanguageChoice />
      </header>
      <HelpScreen />
    </main>
  );
}
