import { MEDIA_TYPE } from '../../health/exposition.js';
import { Glance } from '../../health/glance.js';
import { metricsText } from '../../health/metrics.js';
import { type OpenHandler, okay } from '../answer.js';
import type { openDocs } from '../docs/open.js';
import type { ApiParts } from '../parts.js';

/** What programs that watch the box ask without a key: nothing secret, and at the same cost however often they ask. */
export function openRoutes({ health, settings, monotonic }: ApiParts): Record<keyof typeof openDocs, OpenHandler> {
  const glance = new Glance(health, monotonic);
  return {
    getAlive: () => okay({ status: 'ok' }),

    async getReadiness() {
      const failing = (await glance.checks()).filter(({ state }) => state === 'failure').map(({ name }) => name);
      const ready = failing.length === 0;
      return { status: ready ? 200 : 503, body: { ready, failing: [...new Set(failing)] } };
    },

    async getMetrics() {
      if (!settings.now.metrics) return undefined;
      return okay(metricsText(health, await glance.checks()), { 'Content-Type': `${MEDIA_TYPE}; charset=utf-8` });
    },
  };
}
