import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { path } from '../route.js';
import type { Screen } from '../screens/screens.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Icon } from './icon.js';
import { LanguageChoice } from './languageChoice.js';
import { isLow, isNarrow, isTight } from './screenSize.js';

interface MenuProps {
  readonly screens: readonly Screen[];
  readonly current: Screen | undefined;
}

/** Number of entries that fit next to each other, and next to the signed-in user, on a tablet. */
const FEW = 4;

/** True when the menu is behind a button, so that the header has one row. */
export function isFolded(screens: readonly Screen[]): boolean {
  return isNarrow.value || isLow.value || (isTight.value && screens.length > FEW);
}

/** The screens: side by side, or on a phone as a list behind a button. */
export function Menu({ screens, current }: MenuProps): JSX.Element {
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
