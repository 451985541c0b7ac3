import { signal } from '@preact/signals';

/** Below this width there is no room for two columns, or for the entries of the menu side by side, rem. */
const NARROW = 48;
/**
 * The same limit for a low screen, where elements below each other take the remaining height, rem: a phone on its side.
 */
const NARROW_WHERE_LOW = 38;
/** Below this width a menu of many entries makes a header of two rows, rem. */
const TIGHT = 76;
/**
 * Below this height a header of two rows takes too much, rem: a phone on its side, or one with a keyboard on its
 * screen.
 */
const LOW = 30;

export const isNarrow = signal(false);
export const isLow = signal(false);
export const isTight = signal(false);

/**
 * Height of the page above an on-screen keyboard, px; undefined when it covers nothing. Chromium makes the page smaller
 * (see `interactive-widget` in index.html). Safari lays the keyboard over it, and reports that only through the visual
 * viewport.
 */
function heightAboveKeyboard(): number | undefined {
  const { height = innerHeight, scale = 1 } = visualViewport ?? {};
  // A page that was enlarged with two fingers also shows less of itself.
  return scale === 1 && height < innerHeight - 1 ? height : undefined;
}

/** In rem of the page as it is drawn, not of the browser, because a larger font also leaves less room. */
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

/** Measures the screen from now on; styles use the classes `is-narrow` and `is-low` of the root. */
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
