import { createHmac } from 'node:crypto';
import type { UtcMs } from '../../base/fiscal.js';
import type { WebhookSetting } from '../../settings/notify.js';
import type { Posting } from '../post.js';
import type { OwnerMessage } from './message.js';

const SECRET_PREFIX = 'whsec_';

/**
 * Headers and signature of Standard Webhooks (https://www.standardwebhooks.com), for which there are libraries in every
 * language: the id is the same for a repeat, the time is that of this attempt, and the signature covers both and the body.
 */
export function webhookPosting({ url, secret }: WebhookSetting, message: OwnerMessage, now: UtcMs): Posting {
  const { id, type, at, data } = message;
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const seconds = String(Math.floor(now / 1000));
  return {
    url: new URL(url),
    headers: {
      'webhook-id': id,
      'webhook-timestamp': seconds,
      ...(secret !== undefined && { 'webhook-signature': `v1,${signature(secret, `${id}.${seconds}.${body}`)}` }),
    },
    body,
  };
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
