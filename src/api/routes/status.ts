import { isoWithOffset, localTime } from '../../base/time.js';
import { VERSION } from '../../base/version.js';
import { examine, problemsOf } from '../../health/checks.js';
import { safeModeOf } from '../../health/watchdog/safeMode.js';
import { type Handler, okay } from '../answer.js';
import type { statusDocs } from '../docs/status.js';
import type { ApiParts } from '../parts.js';
import { isFiscal, presentProcessor } from '../present.js';
import { RATE_LIMIT } from '../limits.js';
import { PERMISSIONS } from '../schemas/me.js';

/** State of the box, and who is asking. */
export function statusRoutes({ health, settings, documents, now }: ApiParts): Record<keyof typeof statusDocs, Handler> {
  return {
    async getStatus() {
      const { environment, company } = settings.now;
      const problems = problemsOf(await examine(health));
      const pfr = health.pfr().status();
      return okay({
        app: 'kasirbox',
        version: VERSION,
        esirNumber: settings.esirNumber,
        environment,
        fiscal: isFiscal({ environment, mode: pfr.mode }),
        ready: problems.length === 0,
        problems,
        pfr: presentProcessor(pfr),
        company: { name: company.name, tin: company.tin, location: company.location },
        documents: { pdf: documents.available },
        time: isoWithOffset(now()),
        // Not of v1: a caller that knows nothing of it sees exactly v1.
        ...(safeModeOf(health.ledger.main.events) !== undefined && { safeMode: true }),
      });
    },

    getMe({ key }) {
      return okay({
        key: {
          id: key.id,
          label: key.label,
          prefix: key.prefix,
          active: key.revokedAt === null,
          createdAt: localTime(key.createdAt),
          // A key that was never used before has no earlier call; its making stands in, since the field is never null.
          lastUsedAt: localTime(key.lastUsedAt ?? key.createdAt),
        },
        rateLimit: { requests: RATE_LIMIT.requests, windowSeconds: RATE_LIMIT.windowSeconds },
        scope: 'full',
        permissions: PERMISSIONS,
        note: 'Keys are not scoped: every active key may call every route.',
      });
    },

    listTaxLabels() {
      return okay({ taxLabels: health.pfr().taxLabels() });
    },
  };
}
