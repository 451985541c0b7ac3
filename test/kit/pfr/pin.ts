import type { Style } from './styles.js';
import type { FakeRequest } from './wire.js';

/** A PIN as it came in, or why its form is not taken: an HTTP status, with a code where there is one. */
export type PinBody = { readonly pin: string } | { readonly status: number; readonly code: string };

const WRONG_FORM = { status: 400, code: '2806' };

/**
 * Reads the body of `POST pin`: most processors look at its digits only, the documented form is bare text, and the tax
 * authority's own for developers wants a JSON string.
 */
export function readPin({ headers, body }: FakeRequest, form: Style['pin']): PinBody {
  const text = body.toString('latin1');
  switch (form) {
    case 'any': {
      const digits = text.replace(/\D/g, '');
      return digits.length === 4 ? { pin: digits } : WRONG_FORM;
    }
    case 'text':
      return /^\d{4}$/.test(text) ? { pin: text } : WRONG_FORM;
    case 'json': {
      if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return { status: 415, code: '' };
      return /^"\d{4}"$/.test(text) ? { pin: text.slice(1, -1) } : WRONG_FORM;
    }
  }
}
