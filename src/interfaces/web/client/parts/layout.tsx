import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { request } from '../net/http.js';
import { setupVersion, useBoxNews } from '../net/live.js';
import { leave, type SessionState } from '../net/session.js';
import { path } from '../route.js';
import { refreshSetup } from '../screens/firstRun/state.js';
import { screensOf } from '../screens/screens.js';
import { COMMON } from '../text/common.js';
import { language, t } from '../text/language.js';
import { BoxNews } from './boxNews.js';
import { Button } from './button.js';
import { LanguageChoice } from './languageChoice.js';
import { useIsComplete } from './load.js';
import { isFolded, Menu } from './menu.js';
import { UnsavedQuestion } from './unsaved.js';

type SignedIn = Extract<SessionState, { readonly state: 'signed-in' }>;

/** Frame of every screen: the state of the box, the menu, the signed-in user. */
export function Layout({ user, box }: Pick<SignedIn, 'user' | 'box'>): JSX.Element {
  useBoxNews();
  const screens = screensOf(user.role);
  const [name] = path.value;
  const screen = screens.find((one) => one.name === name) ?? screens[0];
  useEffect(() => {
    if (user.role !== 'cashier') void refreshSetup();
  }, [user.id, setupVersion.value]);
  // Before the paint, so that a new screen never appears scrolled to its end.
  useLayoutEffect(() => scrollTo(0, 0), [path.value.join('/')]);
  const content = useRef<HTMLElement>(null);
  const isComplete = useIsComplete(path.value.join('/'));
  useEffect(() => {
    document.title = screen === undefined ? 'kasirbox' : `${t(screen.title)} · kasirbox`;
  }, [screen, language.value]);
  const listed = screens.filter((one) => one === screen || one.isListed?.() !== false);
  const Content = screen?.component;
  return (
    <div class={`layout screen-${screen?.name ?? 'none'}`}>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t(COMMON.skipToContent)}
      </a>
      <header>
        <Banner box={box} />
        <div class="top">
          <Menu screens={listed} current={screen} />
          <div class="who">
            {!isFolded(listed) && <LanguageChoice />}
            <span class="user">{user.name}</span>
            <Button kind="link" onClick={signOut}>
              {t(COMMON.signOut)}
            </Button>
          </div>
        </div>
      </header>
      <main id="content" ref={content} tabIndex={-1} class={isComplete ? undefined : 'arriving'}>
        {Content !== undefined && <Content key={screen?.isOfEnvironment === true ? box.environment : ''} />}
      </main>
      {screen?.name !== 'till' && <BoxNews />}
      <UnsavedQuestion />
    </div>
  );
}

async function signOut(): Promise<void> {
  await leave(() => request('/web/session', { method: 'DELETE' }));
}

/** Shows on every page when receipts are not fiscal, or none are issued. */
function Banner({ box }: Pick<SignedIn, 'box'>): JSX.Element | null {
  if (box.environment === 'production' && box.mode === 'demo') {
    return <aside class="banner failure">{t(COMMON.noProcessor)}</aside>;
  }
  if (box.mode === 'demo') return <aside class="banner">{t(COMMON.demoBanner)}</aside>;
  return box.environment === 'sandbox' ? <aside class="banner">{t(COMMON.sandboxBanner)}</aside> : null;
}
