import type { CardLoss } from '../../../src/processors/card/link.js';

/** Every way of losing a card; the compiler compares them with the type. */
const IS_LOSS: Readonly<Record<CardLoss, true>> = {
  off: true,
  'left to pcscd': true,
  'no reader': true,
  busy: true,
  denied: true,
  driver: true,
  unsupported: true,
  'no card': true,
  mute: true,
  removed: true,
  'reader gone': true,
  protocol: true,
  late: true,
  'too long': true,
  closed: true,
};

export const CARD_LOSSES = Object.keys(IS_LOSS) as readonly CardLoss[];
