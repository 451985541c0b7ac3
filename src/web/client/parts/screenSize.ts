import { signal } from '@preact/signals';

/** Narrower than this there is no room for two columns, or for the entries of the menu side by side, rem. */
const NARROW = 48;
/** The same where the screen is low, and what stands below each other takes what is left of it, rem: a phone on its side. */
const NARROW_WHERE_LOW = 38;
/** Narrower than this a menu of many entries makes a header of two rows, rem. */
const TIGHT = 76;
/** Lower than this a header of two rows takes too much, rem: a phone on its side, or one with a keyboard on its screen. */
const LOW = 30;

export const isNarrow = signal(false);
export const isLow = signal(false);
export const isTight = signal(false);

/**
 * What the keyboard on the screen leaves of the page, px; undefined where it covers nothing. Chromium makes the page smaller (see
 * `interactive-widget` in index.html); Safari lays the keyboard over it, and says so by the visual viewport alone.
 */
function heightAboveKeyboard(): number | undefined {
  const { height = innerHeight, scale = 1 } = visualViewport ?? {};
  // A page that was enlarged with two fingers shows less of itself, too.
  return scale === 1 && height < innerHeight - 1 ? height : undefined;
}

/** In rem of the page as it is drawn, not of the browser: also type that is larger leaves less room. */
function measure(): void {
  const root = document.documentElement;
  const rem = parseFloat(getComputedStyle(root).fontSize);
  isTight.value = innerWidth <= TIGHT * rem;
  const left = heightAboveKeyboard();
  isLow.value = (left ?? innerHeight) <= LOW * rem;
  isNarrow.value = innerWidth <= (isLow.value ? NARROW_WHERE_LOW : NARROW) * rem;
  if (left === undefined) root.style.removeProperty('--height-above-keyboard');
  else root.style.setProperty('--height-above-keyboard', `${left}px`);
  root.classList.toggle('is-narrow', isNarrow.value);
  root.classList.toggle('is-low', isLow.value);
}

/** Measures the screen from now on; styles find it as `is-narrow` and `is-low` of the root. */
export function watchScreenSize(): void {
  measure();
  addEventListener('resize', measure);
  visualViewport?.addEventListener('resize', () => {
    measure();
    // Safari has moved the page up to show the field, which its new height shows anyway.
    if (heightAboveKeyboard() !== undefined && document.documentElement.classList.contains('is-framed')) scrollTo(0, 0);
  });
  const probe = document.createElement('div');
  probe.className = 'rem';
  document.body.append(probe);
  new ResizeObserver(measure).observe(probe);
}
