import { computed, signal } from '@preact/signals';

/** Behind the `#` of the address: the screen, and what it shows, such as `receipts/018f…`. */
const hash = signal(location.hash);

/** Where the person has been on the way here, this address included; going back shortens it. */
const trail: string[] = [location.hash];
const MAX_TRAIL = 50;

/** A form each that holds what is not saved. */
const unsaved = new Set<object>();

/** Where the person wanted to go while a form holds what is not saved; undefined: nowhere, or the question is answered. */
export const wanted = signal<string | undefined>(undefined);

addEventListener('hashchange', () => {
  if (unsaved.size === 0 || location.hash === hash.value) {
    note(location.hash);
    hash.value = location.hash;
    return;
  }
  wanted.value = location.hash;
  // The screen stays, and so does its address, until the person has answered.
  history.replaceState(history.state, '', hash.value === '' ? '#/' : hash.value);
});

function note(to: string): void {
  if (trail.at(-1) === to) return;
  if (trail.at(-2) === to) trail.pop();
  else trail.push(to);
  if (trail.length > MAX_TRAIL) trail.shift();
}

/** Notes that a form holds what is not saved. The returned function takes the note back. */
export function holdUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

/** Goes where the person wanted to go, without what is not saved. */
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

/** What stands behind a `?` in it. */
export const query = computed(() => new URLSearchParams(hash.value.split('?')[1] ?? ''));

/** Paying is over once it is left: Back must not open it for the next bill. */
const PAYING = '#/till/pay';

/** Goes to a screen: `receipts/018f…`. */
export function go(to: string): void {
  if (location.hash === PAYING) location.replace(`#/${to}`);
  else location.hash = `#/${to}`;
}

/** Goes back to where the person came from; without that, as after a reload, to the screen that this one belongs to. */
export function goBack(parent: string): void {
  go(trail.at(-2)?.replace(/^#\/?/, '') ?? parent);
}
