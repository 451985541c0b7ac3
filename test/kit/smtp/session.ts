import type { Socket } from 'node:net';
import { misbehave } from './misbehave.js';
import type { SmtpServer, Step } from './server.js';

const MAX_LINE = 1024 * 1024;

/** One conversation of the server with one client. */
export class Session {
  private rest = '';
  private secure = false;
  private user: string | null = null;
  private from: string | undefined;
  private to: string[] = [];
  /** Lines of the letter that is being handed over. */
  private content: string[] | undefined;
  /** Takes the next line, where it is no command: an answer to AUTH. */
  private answer: ((line: string) => void) | undefined;
  private socket: Socket | undefined;

  constructor(private readonly server: SmtpServer) {}

  begin(socket: Socket, secure: boolean): void {
    this.secure = secure;
    this.listen(socket);
    this.reply('greeting', '220 mail.test ESMTP');
  }

  private listen(socket: Socket): void {
    this.socket = socket;
    this.rest = '';
    socket.on('data', (bytes: Buffer) => {
      if (this.socket !== socket) return;
      this.rest += bytes.toString('latin1');
      // A line may change the socket (STARTTLS), and what came with it in the clear is not to be believed (RFC 3207, 6).
      for (let end = this.rest.indexOf('\r\n'); end >= 0 && this.socket === socket; end = this.rest.indexOf('\r\n')) {
        const line = Buffer.from(this.rest.slice(0, end), 'latin1').toString();
        this.rest = this.rest.slice(end + 2);
        this.take(line);
      }
      if (this.rest.length > MAX_LINE) socket.destroy();
    });
  }

  /** Answers a step, or carries out the test's fault. Returns whether the right answer was sent. */
  private reply(step: Step, ...lines: string[]): boolean {
    const { socket, server } = this;
    if (socket === undefined) return false;
    const fault = server.faults[step];
    if (fault === undefined) socket.write(`${lines.join('\r\n')}\r\n`);
    else misbehave(socket, fault);
    server.note(step);
    return fault === undefined;
  }

  private say(line: string): void {
    this.socket?.write(`${line}\r\n`);
  }

  private take(line: string): void {
    if (this.content !== undefined) {
      this.takeContent(line, this.content);
      return;
    }
    this.server.lines.push(line);
    const { answer } = this;
    this.answer = undefined;
    if (answer !== undefined) answer(line);
    else this.obey(line);
  }

  private obey(line: string): void {
    const [verb = '', ...words] = line.split(' ');
    switch (verb.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        this.reply('EHLO', ...this.extensions());
        return;
      case 'STARTTLS':
        this.startTls();
        return;
      case 'AUTH':
        this.authenticate(words);
        return;
      case 'MAIL':
        this.mail(line);
        return;
      case 'RCPT':
        this.recipient(line);
        return;
      case 'DATA':
        if (this.to.length === 0) this.say('503 no recipient');
        else if (this.reply('DATA', '354 go on')) this.content = [];
        return;
      case 'QUIT':
        this.socket?.end('221 bye\r\n');
        return;
      default:
        this.say('502 unknown');
    }
  }

  private extensions(): string[] {
    const { tls, login, mechanisms = ['PLAIN', 'LOGIN'] } = this.server.options;
    const offers = ['mail.test', '8BITMIME', 'SIZE 10000000'];
    if (tls === 'starttls' && !this.secure) offers.push('STARTTLS');
    if (login !== undefined && this.secure) offers.push(`AUTH ${mechanisms.join(' ')}`);
    return offers.map((offer, index) => `250${index === offers.length - 1 ? ' ' : '-'}${offer}`);
  }

  private startTls(): void {
    const { socket, server } = this;
    if (socket === undefined || server.options.tls !== 'starttls' || this.secure) {
      this.say('502 no TLS here');
      return;
    }
    if (!this.reply('STARTTLS', '220 go on')) return;
    socket.removeAllListeners('data');
    this.secure = true;
    this.listen(server.secured(socket));
  }

  private authenticate([mechanism = '', initial]: readonly string[]): void {
    if (!this.secure) {
      this.say('538 only over TLS');
      return;
    }
    switch (mechanism.toUpperCase()) {
      case 'PLAIN':
        this.ask('', initial, (answer) => {
          const [, user = '', password = ''] = answer.split('\0');
          this.logIn(user, password);
        });
        return;
      case 'LOGIN':
        this.ask('Username:', initial, (user) => {
          this.ask('Password:', undefined, (password) => this.logIn(user, password));
        });
        return;
      default:
        this.say('504 unknown mechanism');
    }
  }

  /** Asks for an answer to AUTH, unless it came along with the question before (RFC 4954, 4). */
  private ask(challenge: string, given: string | undefined, take: (answer: string) => void): void {
    if (given !== undefined) {
      take(decode(given));
      return;
    }
    this.say(`334 ${Buffer.from(challenge).toString('base64')}`);
    this.answer = (line) => take(decode(line));
  }

  private logIn(user: string, password: string): void {
    const { login } = this.server.options;
    const isRight = login?.user === user && login.password === password;
    if (this.reply('AUTH', isRight ? '235 welcome' : '535 wrong') && isRight) this.user = user;
  }

  private mail(line: string): void {
    const [, from] = /^MAIL FROM:<([^<>]*)>(?: [A-Z0-9=]+)*$/i.exec(line) ?? [];
    if (from === undefined) this.say('501 malformed');
    else if (this.server.options.login !== undefined && this.user === null) this.say('530 log in first');
    else if (this.reply('MAIL', '250 fine')) this.from = from;
  }

  private recipient(line: string): void {
    const [, to] = /^RCPT TO:<([^<>]+)>$/i.exec(line) ?? [];
    if (to === undefined) this.say('501 malformed');
    else if (this.from === undefined) this.say('503 no sender');
    else if (this.reply('RCPT', '250 fine')) this.to.push(to);
  }

  private takeContent(line: string, content: string[]): void {
    if (line !== '.') {
      content.push(line.startsWith('.') ? line.slice(1) : line);
      return;
    }
    const { from = '', to, secure, user, server } = this;
    [this.content, this.from, this.to] = [undefined, undefined, []];
    const letter = { from, to, content: content.join('\r\n'), secure, user };
    // Stored before the answer, as a server does: a mail refused afterwards is not.
    if (server.faults.content === undefined) server.received.push(letter);
    this.reply('content', '250 taken');
  }
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}
