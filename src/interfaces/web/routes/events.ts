import { defineMessages } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { webError } from '../pageResponses.js';
import type { WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('webEvents', {
  tooManyPages: { en: 'Too many pages listen already.', sr: 'Превише страница већ прати стање.' },
});

const STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' } as const;

/** Live state of the box: for pages that show it, and the basic state that every page needs. */
export const eventRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/events',
    access: 'signed-in',
    roles: ['owner', 'technician'],
    handler({ ctx, session }, { statusEvents }) {
      const opened = statusEvents.open(session, () => ctx.req.socket.destroy());
      if (!opened.ok) return webError('slow_down', MESSAGES.tooManyPages, { wait: 30 });
      return okay(opened.value, STREAM);
    },
  },
  {
    method: 'get',
    path: '/web/events/box',
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    handler({ ctx, session }, { boxEvents }) {
      const opened = boxEvents.open(session, () => ctx.req.socket.destroy());
      if (!opened.ok) return webError('slow_down', MESSAGES.tooManyPages, { wait: 30 });
      return okay(opened.value, STREAM);
    },
  },
];
