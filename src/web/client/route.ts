import { computed, signal } from '@preact/signals';

/** Behind the `#` of the address: the screen, and what it shows, such as `receipts/018f…`. */
const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

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

/** Goes to a screen: `receipts/018f…`. */
export function go(to: string): void {
  location.hash = `#/${to}`;
}
