import { failed, ok } from '../../../../src/base/result.js';
import type { CardLink, CardLoss } from '../../../../src/processors/card/link.js';
import { ChipReader } from '../../../kit/card/chipReader.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';

/** A link to a card that gives something else for one command, by its number from 0: a loss, or an answer in hex. */
export async function meddled(card: TaxCard, at: number, instead: string) {
  const reader = new ChipReader();
  reader.insert(card);
  const connected = await reader.connect();
  if (!connected.ok) throw new Error(connected.error);
  const { value: own } = connected;
  const asked: string[] = [];
  const link: CardLink = {
    ...{ atr: own.atr, protocol: own.protocol, isExtended: own.isExtended, ended: own.ended },
    close: () => own.close(),
    transmit: (command) => {
      asked.push(command.toString('hex'));
      if (asked.length !== at + 1) return own.transmit(command);
      const isBytes = /^\d/.test(instead);
      return Promise.resolve(isBytes ? ok(Buffer.from(instead, 'hex')) : failed(instead as CardLoss));
    },
  };
  return { link, asked };
}

/** Asserts that a loss at each of the commands of some work is what comes of it, and that nothing is asked after it. */
export async function eachLost(
  newCard: () => Promise<TaxCard>,
  work: (link: CardLink) => Promise<unknown>,
  check: (outcome: unknown, left: number, at: number) => void,
): Promise<void> {
  const whole = await meddled(await newCard(), -1, 'removed');
  await work(whole.link);
  for (const at of whole.asked.keys()) {
    const { link, asked } = await meddled(await newCard(), at, 'removed');
    check(await work(link), asked.length - at - 1, at);
  }
}
