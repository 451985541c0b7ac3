import { createHmac } from 'node:crypto';
import type { UtcMs } from '../../base/index.js';
import type { PostRequest } from './post.js';

/**
 * A message in the format of Standard Webhooks (https://www.standardwebhooks.com), for which many languages have
 * libraries.
 */
interface WebhookMessage {
  readonly type: string;
  /** When it happened. */
  readonly at: UtcMs;
  readonly data: object;
}

interface WebhookAddress {
  readonly url: string;
  /** `whsec_` and base64; without it nothing is signed. */
  readonly secret?: string | undefined;
}

const SECRET_PREFIX = 'whsec_';

export function webhookBody({ type, at, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

/**
 * A repeat has the same id, which must contain no dots. The time is that of this attempt, and the signature covers id,
 * time and body.
 */
export function webhookRequest({ url, secret }: WebhookAddress, id: string, body: string, now: UtcMs): PostRequest {
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
