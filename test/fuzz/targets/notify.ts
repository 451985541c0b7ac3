import * as assert from 'uvu/assert';
import { botRetryAfter, isAccepted } from '../../../src/outward/delivery/notify/notifier.js';
import { failureOf } from '../../../src/outward/delivery/deliveryFailure.js';
import { NOON } from '../../kit/ledger.js';
import type { Target } from '../target.js';

/** What servers say to a message for the owner. */
export const notices: Target = {
  name: 'notices',
  share: 100,
  async open() {
    return {
      corpus: [
        '{"ok":true,"result":{"message_id":1}}',
        '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}',
        '120',
        new Date(NOON).toUTCString(),
      ].map((text) => Buffer.from(text)),
      read(input) {
        isAccepted(input);
        const answer = { status: 429, retryAfter: input.toString('latin1'), body: input };
        const pauses = [botRetryAfter(input) ?? 0, failureOf(answer, NOON).retryAfter];
        assert.ok(
          pauses.every((pause) => pause >= 0 && Number.isFinite(pause)),
          pauses.join(),
        );
      },
    };
  },
};
