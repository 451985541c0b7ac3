import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { message, type ReadQuestion, readQuestion } from './wire.js';

/** The group of mDNS (RFC 6762 section 3). */
const GROUP = '224.0.0.251';

/** What a stand-in sends for a question: whole datagrams. */
export type Answering = (question: ReadQuestion) => readonly Buffer[];

/**
 * A LAN on the loopback interface, with responders on addresses of 127.0.0.0/8. They hear the real group at a port of their own, and answer by
 * unicast from that port to whoever asked (RFC 6762 sections 6 and 6.7).
 */
export class FakeLan {
  private readonly questions: ReadQuestion[] = [];
  readonly #last = new EventEmitter();

  private constructor(
    private readonly sockets: readonly Socket[],
    /** Where to ask. */
    readonly group: { readonly address: string; readonly port: number },
  ) {}

  /** What each responder answers, by its address; with `:0` behind that it answers from another port, which no responder does. */
  static async start(responders: Readonly<Record<string, Answering>>): Promise<FakeLan> {
    const hearing = await bound(GROUP, 0);
    hearing.addMembership(GROUP, '127.0.0.1');
    const { port } = hearing.address();
    const answering = await Promise.all(
      Object.entries(responders).map(async ([where, answer]) => {
        const [address, ownPort = port] = where.split(':');
        return { socket: await bound(address!, Number(ownPort)), answer };
      }),
    );
    const lan = new FakeLan([hearing, ...answering.map(({ socket }) => socket)], { address: GROUP, port });
    hearing.on('message', (bytes, from) => {
      const question = readQuestion(bytes);
      if (question === undefined) return;
      if (question.name[0] === 'last') lan.#last.emit('heard');
      else lan.questions.push(question);
      for (const { socket, answer } of answering) {
        for (const datagram of answer(question)) socket.send(datagram, from.port, from.address);
      }
    });
    return lan;
  }

  /** All questions that were sent until now. */
  async asked(): Promise<readonly ReadQuestion[]> {
    const last = message({ questions: [{ name: ['last'], type: 1 }], flags: 0 });
    const asking = await bound('127.0.0.1', 0);
    asking.setMulticastInterface('127.0.0.1');
    const heard = once(this.#last, 'heard');
    asking.send(last, this.group.port, this.group.address);
    await heard;
    asking.close();
    return this.questions;
  }

  async close(): Promise<void> {
    await Promise.all(this.sockets.map(async (socket) => once(socket.close(), 'close')));
  }
}

async function bound(address: string, port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket;
}
