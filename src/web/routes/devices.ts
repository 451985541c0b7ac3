import { localTime } from '../../base/index.js';
import { okay } from '../../http/index.js';
import { webError } from '../answers.js';
import { cookieWith } from '../session/cookies.js';
import type { WebRoute } from '../webRoute.js';

/** Who is signed in where, and the tablet in hand. Only owners see and end the sessions of others. */
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
    handler: ({ params }, { sessions }) => okay({ ended: sessions.end(({ id }) => String(id) === params['id']) }),
  },
  {
    method: 'post',
    path: '/web/tablet',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner'],
    async handler({ session, body: { label } }, { tablets }) {
      const admitted = await tablets.admit(typeof label === 'string' ? label : '', session.user.name);
      if (!admitted.ok) return webError('validation', admitted.error);
      const { tablet, token } = admitted.value;
      return okay({ id: tablet.id, label: tablet.label }, { 'Set-Cookie': cookieWith('tablet', token) });
    },
  },
];
