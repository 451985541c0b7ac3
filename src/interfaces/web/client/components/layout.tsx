import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { request } from '../net/http.js';
import { setupVersion, useBoxNews } from '../net/live.js';
import { leave, type SessionState } from '../net/session.js';
import { path } from '../route.js';
import { refreshSetup, setup } from '../screens/firstRun/setupState.js';
import { type Screen, screensOf } from '../screens/screens.js';
import { COMMON } from '../text/common.js';
import { language, t } from '../text/language.js';
import { BoxNews } from './notice.js';
import { Button, Icon } from './button.js';
import { LanguageChoice } from './field.js';
import { awaitFirstAnswer, useIsComplete } from './load.js';
import { isLow, isNarrow, isTight } from './screenSize.js';
import { UnsavedQuestion } from './dialog.js';

interface MenuProps {
  readonly screens: readonly Screen[];
  readonly current: Screen | undefined;
}

/** Number of entries that fit next to each other, and next to the signed-in user, on a tablet. */
const FEW = 4;

/** True when the menu is behind a button, so that the header has one row. */
function isFolded(screens: readonly Screen[]): boolean {
  return isNarrow.value || isLow.value || (isTight.value && screens.length > FEW);
}

/** The screens: side by side, or on a phone as a list behind a button. */
function Menu({ screens, current }: MenuProps): JSX.Element {
  return isFolded(screens) ? (
    <FoldedMenu screens={screens} current={current} />
  ) : (
    <nav aria-label={t(COMMON.menu)}>
      <Links screens={screens} current={current} />
    </nav>
  );
}

function FoldedMenu({ screens, current }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = path.value.join('/');
  useEffect(() => setOpen(false), [place]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && nav.current?.contains(target) === false) setOpen(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside);
    };
  }, [isOpen]);
  return (
    <nav
      ref={nav}
      class="foldable"
      aria-label={t(COMMON.menu)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // The till uses this key itself.
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class="button link"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" /> {t(COMMON.menu)}
      </button>
      <div id="menu" class="folded" hidden={!isOpen}>
        <Links screens={screens} current={current} />
        <LanguageChoice />
      </div>
    </nav>
  );
}

function Links({ screens, current }: MenuProps): JSX.Element {
  return (
    <>
      {screens.map((one) => (
        <a key={one.name} href={`#/${one.name}`} aria-current={one === current ? 'page' : undefined}>
          {t(one.title)}
        </a>
      ))}
    </>
  );
}

type SignedIn = Extract<SessionState, { readonly state: 'signed-in' }>;

/** Frame of every screen: the state of the box, the menu, the signed-in user. */
export function Layout({ user, box }: Pick<SignedIn, 'user' | 'box'>): JSX.Element {
  useBoxNews();
  const screens = screensOf(user.role);
  const [name] = path.value;
  const screen = screens.find((one) => one.name === name) ?? screens[0];
  useLayoutEffect(() => {
    if (user.role === 'cashier') return undefined;
    // The menu has one entry more while the setup is open, which on a narrow screen pushes the content down.
    const hasArrived = setup.value === undefined ? awaitFirstAnswer() : () => undefined;
    void refreshSetup().then(hasArrived);
    return hasArrived;
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
            <Button
              kind="link"
              text={t(COMMON.signOut)}
              onClick={() => leave(() => request('/web/session', { method: 'DELETE' }))}
            />
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

/** Shows on every page when receipts are not fiscal, or none are issued. */
function Banner({ box }: Pick<SignedIn, 'box'>): JSX.Element | null {
  if (box.environment === 'production' && box.mode === 'demo') {
    return <aside class="banner failure">{t(COMMON.noProcessor)}</aside>;
  }
  if (box.mode === 'demo') return <aside class="banner">{t(COMMON.demoBanner)}</aside>;
  return box.environment === 'sandbox' ? <aside class="banner">{t(COMMON.sandboxBanner)}</aside> : null;
}
