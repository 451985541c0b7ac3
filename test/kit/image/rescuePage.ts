import { setTimeout as pause } from 'node:timers/promises';
import type { ImageMachine } from './machine.js';

const PAUSE = 1000;

/** The page of the rescue system, opened by the address of the box. */
export class RescuePage {
  private constructor(
    private readonly origin: string,
    private readonly text: string,
  ) {}

  /** Waits until it shows these words, `limit` ms. */
  static async open({ http, log }: ImageMachine, words: string, limit: number): Promise<RescuePage> {
    const origin = `http://127.0.0.1:${http}`;
    const late = performance.now() + limit;
    while (performance.now() < late) {
      const text = await fetch(`${origin}/`).then(
        (answer) => answer.text(),
        () => '',
      );
      if (text.includes(words)) return new RescuePage(origin, text);
      await pause(PAUSE);
    }
    throw new Error(`no rescue page within ${limit} ms: ${log.slice(-3000)}`);
  }

  /** Presses the button of the version that is described so, with the code of the ticket. */
  async restore(words: string, code: string): Promise<void> {
    const [, token = ''] = /name="token" value="([^"]*)"/.exec(this.text) ?? [];
    const item = this.text.split('<li>').find((one) => one.includes(words)) ?? '';
    const [, id = ''] = /name="id" value="([^"]*)"/.exec(item) ?? [];
    const body = new URLSearchParams({ token, id, code });
    const answer = await fetch(`${this.origin}/restore`, { method: 'POST', body, redirect: 'manual' });
    if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}
