import { createHmac } from 'node:crypto';
import type { UtcMs } from '../../base/index.js';
import type { WebhookSetting } from '../../settings/index.js';
import type { PostRequest } from '../post.js';
import type { OwnerMessage } from './message.js';

const SECRET_PREFIX = 'whsec_';

/**
 * Headers and signature of Standard Webhooks (https://www.standardwebhooks.com), for which many languages have libraries: a
 * repeat has the same id, the time is that of this attempt, and the signature covers both and the body.
 */
export function webhookRequest({ url, secret }: WebhookSetting, message: OwnerMessage, now: UtcMs): PostRequest {
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
