import type { Socket } from 'node:net';
import { crumble } from './hostileServer.js';
import type { Attempt, Cell, Field } from './leg.js';

/** What a hostile client sends over each connection. */
interface Words {
  /** At once. */
  readonly begin?: string;
  /** After that again and again; nothing when left out. */
  readonly rest?: Buffer;
  /** Each byte of `rest` is a TLS record of its own. */
  readonly isInCrumbs?: boolean;
  /** The same, with this pause between two of them, ms. */
  readonly pause?: number;
}

/** How a client reaches the box; undefined where the box takes no connection at the moment. */
type Connect = (field: Field) => Promise<Socket | undefined>;

const CLOSED = 'closed without an answer';

/** A cell of a leg over which strangers call the box. */
export function calling(connect: Connect, words: Words): Extract<Cell, { begin: unknown }> {
  return {
    begin: async (field): Promise<Attempt> => ({
      once: () => call(field, connect, words),
      end: async () => undefined,
    }),
  };
}

async function call(
  field: Field,
  connect: Connect,
  { begin = '', rest, isInCrumbs = false, pause }: Words,
): Promise<string> {
  const socket = await connect(field);
  if (socket === undefined) return 'not let in';
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text.slice(0, 100)));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(begin);
  if (rest !== undefined && (isInCrumbs || pause !== undefined)) await crumble(socket, rest, pause);
  else if (rest !== undefined) while (!socket.destroyed && !field.target.isOver) await field.target.push(socket, rest);
  // Over is over: the box is not waited for when the cell has ended.
  if (field.target.isOver) socket.destroy();
  await closed;
  return answer.split('\r\n')[0] || CLOSED;
}
