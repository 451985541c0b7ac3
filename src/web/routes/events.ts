import { okay } from '../../http/index.js';
import { webError } from '../answers.js';
import type { WebRoute } from '../webRoute.js';

/** How the box is, live, for pages that show it. */
export const eventRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/events',
    access: 'signed-in',
    roles: ['owner', 'technician'],
    handler({ ctx, session }, { statusEvents }) {
      const opened = statusEvents.open(session, () => ctx.req.socket.destroy());
      if (!opened.ok) return webError('slow_down', 'Too many pages listen already.', { wait: 30 });
      return okay(opened.value, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    },
  },
];
