import { qrModules } from '../../base/index.js';
import { okay } from '../../http/index.js';
import { webError } from '../answers.js';
import type { WebRoute } from '../webRoute.js';

/** Longest text of a code, characters: a key has 54, an address less than 200. */
const MAX_TEXT = 500;

/** Draws a text as a QR code, so that pages need no library for it. It keeps nothing of the text, which may be a key. */
export const qrRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/qr',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner', 'technician'],
    handler({ body: { text } }) {
      const modules = typeof text === 'string' && text.length <= MAX_TEXT ? qrModules(text) : null;
      if (modules === null) return webError('validation', 'This text does not fit into a code.');
      const { size, data } = modules;
      return okay({ size, dark: Array.from(data, (module) => (module === 0 ? '0' : '1')).join('') });
    },
  },
];
