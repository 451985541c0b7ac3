import { defineMessages } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { MAX_PIECE, UPDATE_REFUSALS } from '../../../outward/updates/index.js';
import { webError } from '../answers.js';
import type { WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('webUpdates', {
  badPlace: {
    en: 'at and all: where the piece begins and how long the whole is, in bytes',
    sr: 'Потребно је где део почиње и колико је целина дугачка.',
  },
});

const NUMBER = /^\d{1,10}$/;
const PLACE = MESSAGES.badPlace;

/**
 * Upload of an update bundle in consecutive pieces: `?at=` is the position of the piece, `?all=` the total length. The
 * response states the progress; the operation `update.install` with `waiting` then installs it.
 */
export const updateRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/updates',
    takesBytes: MAX_PIECE,
    access: 'signed-in',
    roles: ['owner', 'technician'],
    async handler({ ctx, bytes }, { admin: { updates } }) {
      const [at = '', all = ''] = ['at', 'all'].map((name) => ctx.state.query.get(name) ?? '');
      if (!NUMBER.test(at) || !NUMBER.test(all)) return webError('validation', PLACE);
      if (updates === undefined) return webError('refused', UPDATE_REFUSALS.noService);
      const taken = await updates.upload(Number(at), Number(all), bytes);
      return taken.ok ? okay(taken.value) : webError('refused', taken.error);
    },
  },
];
