import { qrModules, defineMessages } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { webError } from '../answers.js';
import type { WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('qr', {
  badText: { en: 'A text of 1 to {most} characters is needed.', sr: 'Потребан је текст од 1 до {most} знакова.' },
});

/** Maximum length of a text: a larger code is hard to scan from a screen. */
const MAX_TEXT = 1000;

/** The QR code of a text for a page to draw: an API key, an address. The text is not stored. */
export const qrRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/qr',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    handler({ body: { text } }) {
      const modules = typeof text === 'string' && text.length <= MAX_TEXT ? qrModules(text) : null;
      if (modules === null) return webError('validation', MESSAGES.badText({ most: MAX_TEXT }));
      const { size, data } = modules;
      return okay({
        rows: Array.from({ length: size }, (_, row) => data.slice(row * size, (row + 1) * size).join('')),
      });
    },
  },
];
