import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './parts/button.js';
import { Notice } from './parts/notice.js';
import { hasExpired, refreshSession, session } from './net/session.js';
import { Layout } from './parts/layout.js';
import { ClaimScreen } from './screens/signIn/claim.js';
import { SignInScreen } from './screens/signIn/signIn.js';
import { COMMON } from './text/common.js';
import { language, t } from './text/language.js';

/** The page: whom it is for is decided by what the box says of this device. */
export function App(): JSX.Element {
  useEffect(() => void refreshSession(), []);
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  const { value } = session;
  switch (value.state) {
    case 'unknown':
      return <p class="loading">{t(COMMON.loading)}</p>;
    case 'offline':
      return (
        <main class="narrow">
          <Notice kind="failure">{t(COMMON.offline)}</Notice>
          <Button kind="primary" onClick={refreshSession}>
            {t(COMMON.retry)}
          </Button>
        </main>
      );
    case 'unclaimed':
      return <ClaimScreen />;
    case 'signed-out':
      return <SignInScreen hasExpired={hasExpired.value} isOnTablet={value.isOnTablet} cashiers={value.cashiers} />;
    case 'signed-in':
      return <Layout user={value.user} box={value.box} />;
  }
}
