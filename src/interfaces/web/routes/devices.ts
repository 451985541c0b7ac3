import { defineMessages, localTime, qrModules } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { webError } from '../pageResponses.js';
import { cookieWith } from '../session/cookies.js';
import type { WebRoute } from '../webRoute.js';

/**
 * Sessions and their devices, and the admission of the current tablet. Only owners see and end the sessions of others.
 */
export const deviceRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/sessions',
    access: 'signed-in',
    roles: ['owner'],
    handler({ session: own }, { sessions }) {
      const rows = sessions.list().map((session) => ({
        id: session.id,
        name: session.user.name,
        role: session.user.role,
        address: session.address,
        beganAt: localTime(session.beganAt),
        isOwn: session === own,
      }));
      return okay({ sessions: rows });
    },
  },
  {
    method: 'delete',
    path: '/web/sessions/{id}',
    access: 'signed-in',
    roles: ['owner'],
    async handler({ session: { user }, params }, { sessions, changes }) {
      const meant = sessions.list().find(({ id }) => String(id) === params['id']);
      const ended = sessions.end((session) => session === meant);
      if (meant !== undefined) await changes.record(user, 'sessions.end', { subject: meant.user.name });
      return okay({ ended });
    },
  },
  {
    method: 'post',
    path: '/web/tablet',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner'],
    async handler({ session, body: { label } }, { tablets, changes }) {
      const admitted = await tablets.admit(typeof label === 'string' ? label : '', session.user.name, session.ended);
      if (!admitted.ok) return webError('validation', admitted.error);
      const { tablet, token } = admitted.value;
      await changes.record(session.user, 'tablets.admit', { subject: tablet.label });
      return okay({ id: tablet.id, label: tablet.label }, { 'Set-Cookie': cookieWith('tablet', token) });
    },
  },
];

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

const EVENT_MESSAGES = defineMessages('webEvents', {
  tooManyPages: { en: 'Too many pages already follow the status.', sr: 'Превише страница већ прати стање.' },
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
      if (!opened.ok) return webError('slow_down', EVENT_MESSAGES.tooManyPages, { wait: 30 });
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
      if (!opened.ok) return webError('slow_down', EVENT_MESSAGES.tooManyPages, { wait: 30 });
      return okay(opened.value, STREAM);
    },
  },
];
