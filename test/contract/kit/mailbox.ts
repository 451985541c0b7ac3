import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A message as it came over SMTP. */
export interface Letter {
  readonly to: readonly string[];
  /** Head and body, dots unstuffed (RFC 5321, 4.5.2). */
  readonly source: string;
}

/** The mail server of a run: takes every message on loopback and delivers nothing. */
export class Mailbox {
  readonly letters: Letter[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Mailbox> {
    const server = createServer();
    const mailbox = new Mailbox(server);
    server.on('connection', (socket) => mailbox.serve(socket));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return mailbox;
  }

  /** The setting `mail` with which the box delivers here. */
  get setting(): object {
    const { port } = this.server.address() as AddressInfo;
    return { host: '127.0.0.1', port, secure: false, from: 'kasa@example.com' };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let to: string[] = [];
    let data: string[] | undefined;
    let rest = '';
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      if (data !== undefined && line !== '.') {
        data.push(line.replace(/^\./, ''));
        return;
      }
      if (data !== undefined) {
        this.letters.push({ to, source: data.join('\r\n') });
        [to, data] = [[], undefined];
        return answer('250 taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      if (verb === 'DATA') data = [];
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      answer(verb === 'DATA' ? '354 go on' : '250 fine');
    };
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    answer('220 contract kit');
  }
}

/** The texts of a message, decoded (RFC 2045): plain and HTML parts one after the other. */
export function textsOf({ source }: Letter): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const header = (name: string): string =>
    new RegExp(`^${name}: *(.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n/g, '') ?? '';
  const type = header('Content-Type');
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1, -1);
    return parts.map((part) => textsOf({ to: [], source: part.replace(/^\r\n/, '') })).join('\n');
  }
  if (!/^text\//i.test(type)) return '';
  switch (header('Content-Transfer-Encoding').toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return fromQuotedPrintable(body);
    default:
      return body;
  }
}

function fromQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
