import type { Log } from '../../base/index.js';
import { faultText } from './applets/fault.js';
import type { CardState } from './cardState.js';
import type { FoundReader } from './link.js';
import type { CardReport } from './readCard.js';

/** Logs changes of reader and card: no names of people, no numbers, and each state once. */
export class CardLog {
  private reader: FoundReader | undefined;
  /** The initial state, no reader, is not logged. */
  private label = 'no reader: no reader';

  constructor(private readonly log: Log) {}

  /** `reader`: the one whose card is used. */
  note(reader: FoundReader | undefined, state: CardState): void {
    // The result of reading is logged, not the reading itself.
    if (state.kind === 'reading') return;
    if (reader !== undefined && reader !== this.reader)
      this.log('card.reader', { reader: reader.name, way: reader.way });
    this.reader = reader;
    const label = labelOf(state);
    const text = Object.values(label).join(': ');
    if (text === this.label) return;
    this.log('card.state', label);
    this.label = text;
  }
}

function labelOf(state: CardState): Record<string, string> {
  switch (state.kind) {
    case 'no reader':
    case 'mute':
      return { state: state.kind, loss: state.loss };
    case 'stranger':
      return {
        state: state.kind,
        standing: state.standing,
        ...(state.isNamesake && { certificate: 'another' }),
        ...keyFault(state.card),
      };
    case 'ready':
      return { state: state.kind, pin: state.pin, ...keyFault(state.card) };
    case 'unknown card':
      return { state: state.kind, fault: faultText(state.fault) };
    case 'no card':
    case 'reading':
      return { state: state.kind };
  }
}

function keyFault({ client }: CardReport): Record<string, string> {
  return client.ok ? {} : { key: faultText(client.error) };
}
