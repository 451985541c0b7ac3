import type { ConfirmedTries } from '../../../../src/processors/card/pin/pinRules.js';
import type { Interruption } from '../../../kit/card/chipReader.js';
import type { Random } from '../../../kit/random.js';

/** What happens to the card in the reader while the box is off. */
export type Meanwhile =
  /** Its PIN is changed, or a wrong one is tried, elsewhere. */
  | { readonly kind: 'changed'; readonly pin: string }
  | { readonly kind: 'tried' }
  /** Another one takes its place. */
  | { readonly kind: 'swapped'; readonly card: number };

/** What ends a box without a word, or fails its disk. */
export type Cut = 'power' | 'kill' | 'disk';

/** A person, the shop, or a fault does one of these; `card` is a number of the cards that lie there. */
export type Deed =
  | { readonly does: 'insert'; readonly card: number }
  | { readonly does: 'remove' | 'unplug' | 'lose' | 'refresh' | 'sign' | 'judge' }
  | { readonly does: 'restart'; readonly meanwhile: Meanwhile | undefined }
  | { readonly does: 'confirm'; readonly card: number }
  | { readonly does: 'enter'; readonly pin: string; readonly confirmed: ConfirmedTries | 'shown' | undefined }
  /** The next answer to a PIN differs from the card's, or is missing. */
  | { readonly does: 'answer'; readonly word: number }
  /** The card is pulled, or its link breaks, at one of the next commands. */
  | { readonly does: 'interrupt'; readonly after: number; readonly how: Interruption }
  /** The owner wants the PIN stored over a restart, or not. */
  | { readonly does: 'want'; readonly isWanted: boolean }
  /**
   * At one of the next steps, which are commands to the card and operations of the disk, or at the next PIN, the power
   * goes, the process is killed or the disk fails; `seen`: does the card run that command still? `choice`: which of the
   * states that the disk may be left in.
   */
  | {
      readonly does: 'cut';
      readonly after: number | 'pin';
      readonly how: Cut;
      readonly seen: boolean;
      readonly choice: number;
      readonly meanwhile: Meanwhile | undefined;
    };

export const CARDS = 3;

const PINS = ['1234', '1234', '1234', '1234', '0000', '5678', '5678', '123', 'abcd'];
const WORDS = [0x6300, 0x6302, 0x63c4, 0x63c0, 0x6983, 0x6310, 0x6700, 0x6c04, 0x6f00, 0x6101, 0x9001, 0x9000];

/** `mayKeep`: does the owner ever think of keeping the PIN? */
export function randomHistory(random: Random, mayKeep: boolean): readonly Deed[] {
  const first: Deed[] = [{ does: 'insert', card: 0 }];
  if (mayKeep) first.unshift({ does: 'want', isWanted: true });
  const deed = mayKeep ? keepingDeed : randomDeed;
  return [...first, ...Array.from({ length: random.int(4, 20) }, () => deed(random))];
}

/** Half of the events may cost a stored PIN. */
function keepingDeed(random: Random): Deed {
  switch (random.int(0, 9)) {
    case 0:
    case 1:
      return { does: 'restart', meanwhile: meanwhileOf(random) };
    case 2:
      return cutOf(random);
    case 3:
      return { does: 'want', isWanted: !random.oneIn(4) };
    case 4:
      return { does: 'enter', pin: '1234', confirmed: 'shown' };
    default:
      return randomDeed(random);
  }
}

function randomDeed(random: Random): Deed {
  switch (random.int(0, 20)) {
    case 0:
    case 1:
      return { does: 'insert', card: random.int(0, CARDS - 1) };
    case 2:
      return random.oneIn(5)
        ? { does: 'restart', meanwhile: meanwhileOf(random) }
        : { does: random.pick(['remove', 'unplug', 'lose', 'judge'] as const) };
    case 3:
      return { does: 'refresh' };
    case 4:
      return { does: 'confirm', card: random.int(0, CARDS - 1) };
    case 5:
      return { does: 'answer', word: random.pick(WORDS) };
    case 6: {
      const how = { loss: random.pick(['removed', 'protocol', 'reader gone'] as const), seen: random.oneIn(2) };
      return { does: 'interrupt', after: random.int(0, 12), how };
    }
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      return { does: 'sign' };
    case 13:
      return cutOf(random);
    default:
      return {
        does: 'enter',
        pin: random.pick(PINS),
        confirmed: random.pick([undefined, 'shown', 'shown', 'unknown', 1, 2] as const),
      };
  }
}

function cutOf(random: Random): Deed {
  const how = random.pick(['power', 'power', 'kill', 'disk'] as const);
  const seen = random.oneIn(2);
  return {
    does: 'cut',
    after: random.oneIn(3) ? 'pin' : random.int(0, 30),
    how,
    seen,
    choice: random.int(0, 99),
    meanwhile: meanwhileOf(random),
  };
}

function meanwhileOf(random: Random): Meanwhile | undefined {
  switch (random.int(0, 9)) {
    case 0:
    case 1:
      return { kind: 'changed', pin: random.pick(['1234', '0000', '5678']) };
    case 2:
      return { kind: 'tried' };
    case 3:
      return { kind: 'swapped', card: random.int(0, CARDS - 1) };
    default:
      return undefined;
  }
}
