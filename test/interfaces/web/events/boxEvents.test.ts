import type { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxEvents } from '../../../../src/interfaces/web/events/boxEvents.js';
import type { Session } from '../../../../src/interfaces/web/session/sessions.js';
import { HandClock, settled } from '../../../kit/handClock.js';

const SESSION: Session = {
  ...{ id: 1, tablet: null, csrf: '', address: '', beganAt: 0, endsAt: Infinity },
  user: { id: 1, name: 'Ана', role: 'owner' },
  ended: new AbortController().signal,
};

/** A box whose mode changes, and what one page after the other is sent. */
class Pages {
  mode = 'demo';
  readonly clock = new HandClock();
  private readonly stopping = new AbortController();
  private readonly events = new BoxEvents({
    facts: () => ({
      ...{ program: '1.0', environment: 'sandbox', mode: this.mode, usesCard: false },
      ...{ shop: {}, setup: {}, items: '1', troubles: [] },
    }),
    clock: this.clock,
    stopping: this.stopping.signal,
  });

  /** Opens a page; `modes` are those that it was sent. */
  open(): { readonly modes: string[]; readonly close: () => Promise<void> } {
    const opened = this.events.open(SESSION, () => undefined);
    if (!opened.ok) throw new Error(opened.error);
    const stream: Readable = opened.value;
    const modes: string[] = [];
    stream.on('data', (piece: Buffer) => {
      modes.push(...Array.from(String(piece).matchAll(/"mode":"(\w+)"/g), ([, mode = '']) => mode));
    });
    const close = async (): Promise<void> => {
      stream.destroy();
      await settled();
    };
    return { modes, close };
  }

  async second(): Promise<void> {
    await settled();
    this.clock.pass(1000);
    await settled();
  }

  stop(): void {
    this.stopping.abort();
  }
}

test('a page is sent each change once, also a change back to what an earlier page was sent last', async () => {
  const pages = new Pages();
  const first = pages.open();
  await pages.second();
  assert.equal(first.modes, ['demo'], 'nothing has changed');
  await first.close();
  pages.mode = 'lpfr';
  const second = pages.open();
  await settled();
  pages.mode = 'demo';
  await pages.second();
  pages.mode = 'vpfr';
  await pages.second();
  await pages.second();
  assert.equal(second.modes, ['lpfr', 'demo', 'vpfr']);
  assert.equal(first.modes, ['demo'], 'the page that is closed hears nothing');
  await second.close();
  assert.is(pages.clock.sleeping, 0, 'without a page nobody looks');
  pages.stop();
});

test.run();
