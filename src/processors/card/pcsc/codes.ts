import type { CardLoss } from '../link.js';

/** Answers of PC/SC with a meaning of their own; every other one is a protocol fault. */
export const CODE = {
  ok: 0,
  unknownReader: 0x80100009,
  timeout: 0x8010000a,
  sharing: 0x8010000b,
  noCard: 0x8010000c,
  unknownCard: 0x8010000d,
  protocolMismatch: 0x8010000f,
  notTransacted: 0x80100016,
  readerUnavailable: 0x80100017,
  serviceStopped: 0x8010001e,
  noReaders: 0x8010002e,
  unsupportedCard: 0x80100065,
  unresponsive: 0x80100066,
  unpowered: 0x80100067,
  reset: 0x80100068,
  removed: 0x80100069,
  securityViolation: 0x8010006a,
} as const;

/**
 * The meaning of an answer other than `ok`, for a card that was present (`in use`) or is being connected
 * (`connecting`).
 */
export function lossOf(code: number, when: 'connecting' | 'in use'): CardLoss {
  switch (code) {
    case CODE.unknownReader:
    case CODE.readerUnavailable:
    case CODE.noReaders:
      return 'reader gone';
    case CODE.timeout:
      return 'late';
    case CODE.sharing:
    // Another program has reset the card and now owns it.
    case CODE.reset:
      return 'busy';
    case CODE.noCard:
    case CODE.removed:
      return when === 'connecting' ? 'no card' : 'removed';
    case CODE.unknownCard:
    case CODE.protocolMismatch:
    case CODE.unsupportedCard:
      return 'unsupported';
    case CODE.unresponsive:
    case CODE.unpowered:
      return 'mute';
    case CODE.serviceStopped:
      return 'driver';
    case CODE.securityViolation:
      return 'denied';
    default:
      return 'protocol';
  }
}
