import type { Log } from '../base/index.js';
import { faultText } from './applets/fault.js';
import type { CardState } from './cardState.js';
import type { FoundReader } from './link.js';
import type { CardReport } from './readCard.js';

/** Writes to the log what becomes of reader and card: no names of people, no numbers, and nothing twice. */
export class CardLog {
  private reader: FoundReader | undefined;
  /** That no reader is there at first is no news. */
  private label = 'no reader: no reader';

  constructor(private readonly log: Log) {}

  /** `reader`: the one whose card counts. */
  note(reader: FoundReader | undefined, state: CardState): void {
    // What comes of reading is told, and not that it was read.
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
