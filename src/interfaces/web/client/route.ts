import { computed, signal } from '@preact/signals';

/** The part of the address after `#`: the screen, and what it shows, such as `receipts/018f…`. */
const hash = signal(location.hash);

/** Addresses that the person has visited, including this one; going back shortens the list. */
const trail: string[] = [location.hash];
const MAX_TRAIL = 50;

/** One entry for each form with unsaved changes. */
const unsaved = new Set<object>();

/**
 * The target of a navigation while a form has unsaved changes; undefined without one, or after the question is
 * answered.
 */
export const wanted = signal<string | undefined>(undefined);

addEventListener('hashchange', () => {
  if (unsaved.size === 0 || location.hash === hash.value) {
    note(location.hash);
    hash.value = location.hash;
    return;
  }
  wanted.value = location.hash;
  // The screen and its address do not change until the person has answered.
  history.replaceState(history.state, '', hash.value === '' ? '#/' : hash.value);
});

function note(to: string): void {
  if (trail.at(-1) === to) return;
  if (trail.at(-2) === to) trail.pop();
  else trail.push(to);
  if (trail.length > MAX_TRAIL) trail.shift();
}

/** Notes that a form has unsaved changes. The returned function removes the note. */
export function registerUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

/** Continues the navigation and discards the unsaved changes. */
export function goWithoutSaving(): void {
  const { value } = wanted;
  wanted.value = undefined;
  unsaved.clear();
  if (value !== undefined) location.hash = value;
}

/** The parts of the path, without empty ones. */
export const path = computed(() =>
  hash.value
    .replace(/^#\/?/, '')
    .replace(/\?.*$/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent),
);

/** The payment screen cannot be reached again: Back must not open it for the next bill. */
const PAYING = '#/till/pay';

/** Goes to a screen: `receipts/018f…`. */
export function go(to: string): void {
  if (location.hash === PAYING) location.replace(`#/${to}`);
  else location.hash = `#/${to}`;
}

/** Goes back to the previous screen; without one, for example after a reload, to the parent of this screen. */
export function goBack(parent: string): void {
  go(trail.at(-2)?.replace(/^#\/?/, '') ?? parent);
}
