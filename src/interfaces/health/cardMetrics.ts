import { type ClockTrust, type UtcMs, vouchedTime } from '../../base/index.js';
import { CARD_MODES, cardMode, type CardState } from '../../processors/card/index.js';
import { counter, type Family, gauge, one, type Sample } from './prometheusText.js';

export interface CardMetricsParts {
  /** Undefined when there is no reader and none is needed. */
  readonly card: () => { readonly state: CardState; readonly signatures?: { readonly total: number } } | undefined;
  readonly now: () => UtcMs;
  readonly clockTrust: () => ClockTrust;
}

/** Metrics of the card in the reader, without UID, name or amounts. */
export function cardFamilies({ card, now, clockTrust }: CardMetricsParts): Family[] {
  const seen = card();
  if (seen === undefined) return [];
  const at = vouchedTime({ now, isTrusted: () => clockTrust() !== 'guess' });
  const mode = cardMode(seen.state, at);
  const report = 'card' in seen.state ? seen.state.card : undefined;
  const left = report === undefined || at === null ? undefined : report.identity.notAfter - at;
  const amount = report?.amount ?? undefined;
  return [
    gauge(
      'card_state',
      'How it stands with the smart card: 1 for the state that it is in.',
      CARD_MODES.map((state) => ({ labels: { state }, value: state === mode ? 1 : 0 })),
    ),
    gauge('card_tries_left', 'Wrong PINs that are left before the card is blocked for good, by applet.', [
      ...triesOf('element', report?.triesLeft.element),
      ...triesOf('key', report?.triesLeft.pki),
    ]),
    gauge(
      'card_certificate_left_seconds',
      'Time until the certificate of the card ends; below 0: it has ended.',
      one(left === undefined ? undefined : left / 1000),
    ),
    gauge(
      'card_amount_used_ratio',
      'Used of the amount that the card signs between two audits; 1 is all.',
      one(amount === undefined || amount.limit <= 0n ? undefined : Number(amount.sum) / Number(amount.limit)),
    ),
    counter(
      'card_signatures_total',
      'Signatures for connections with a V-PFR that cards were asked for since the start.',
      one(seen.signatures?.total),
    ),
  ];
}

function triesOf(applet: string, value: number | null | undefined): Sample[] {
  return one(value ?? undefined).map((sample) => ({ ...sample, labels: { applet } }));
}
