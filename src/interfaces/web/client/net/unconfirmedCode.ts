import { signal } from '@preact/signals';
import { user } from './session.js';

/**
 * A password recovery code that remains on the screen until the person confirms that it is written down. This tab
 * stores it, so that reloading the page does not lose it.
 */
export interface UnconfirmedCode {
  readonly code: string;
  /** The owner whose password it resets. */
  readonly owner: { readonly id: number; readonly name: string };
  /** Number of the user who sees it. */
  readonly shownTo: number;
}

const STORED = 'recovery-code';

const current = signal<UnconfirmedCode | undefined>(stored());

/** The code to show to the user who is signed in; undefined when there is none. */
export function codeToConfirm(): UnconfirmedCode | undefined {
  const { value } = current;
  return value?.shownTo === user.value?.id ? value : undefined;
}

/** Shows a code from now on; undefined hides it. */
export function setCodeToConfirm(code: UnconfirmedCode | undefined): void {
  current.value = code;
  try {
    if (code === undefined) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(code));
  } catch {
    // Without storage the code lasts as long as the page.
  }
}

function stored(): UnconfirmedCode | undefined {
  try {
    const text = sessionStorage.getItem(STORED);
    return text === null ? undefined : (JSON.parse(text) as UnconfirmedCode);
  } catch {
    return undefined;
  }
}
