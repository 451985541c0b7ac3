import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testAuthority } from './certificate.js';
import { header, leaves, readMime } from './mime.js';
import { SmtpServer } from './server.js';

/** A client by hand: says a line, and reads replies one at a time. */
class Hand {
  private text = '';

  constructor(private readonly socket: Socket) {
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (this.text += bytes.toString()));
  }

  static async at(server: SmtpServer): Promise<Hand> {
    const socket = connect(server.port, '127.0.0.1');
    const hand = new Hand(socket);
    assert.match(await hand.reply(), /^220 /);
    return hand;
  }

  async say(text: string): Promise<string> {
    this.socket.write(`${text}\r\n`);
    return this.reply();
  }

  /** The next whole reply; the last of its lines has a blank behind the code. */
  async reply(): Promise<string> {
    for (;;) {
      const [whole] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.text) ?? [];
      if (whole !== undefined) {
        this.text = this.text.slice(whole.length);
        return whole;
      }
      await once(this.socket, 'data');
    }
  }
}

test('a letter is taken as RFC 5321 has it: envelope, dots unstuffed, several in a conversation', async () => {
  await SmtpServer.during({}, async (server) => {
    const hand = await Hand.at(server);
    assert.match(await hand.say('EHLO me'), /^250-mail\.test\r\n(?:250-.*\r\n)*250 SIZE \d+\r\n$/);
    assert.match(await hand.say('RCPT TO:<c@d.rs>'), /^503/);
    assert.match(await hand.say('MAIL FROM:<a@b.rs> SIZE=10'), /^250/);
    assert.match(await hand.say('DATA'), /^503/);
    assert.match(await hand.say('RCPT TO:<c@d.rs> X'), /^501/);
    assert.match(await hand.say('RCPT TO:<c@d.rs>'), /^250/);
    assert.match(await hand.say('RCPT TO:<e@f.rs>'), /^250/);
    assert.match(await hand.say('DATA'), /^354/);
    assert.match(await hand.say('Subject: x\r\n\r\n..\r\n.a\r\nчај\r\n.'), /^250/);
    assert.match(await hand.say('MAIL FROM:<>'), /^250/);
    assert.match(await hand.say('NOOP'), /^502/);
    const letter = { from: 'a@b.rs', to: ['c@d.rs', 'e@f.rs'], secure: false, user: null };
    assert.equal(server.received, [{ ...letter, content: 'Subject: x\r\n\r\n.\r\na\r\nчај' }]);
    assert.match(await hand.say('QUIT'), /^221/);
  });
});

test('logins are taken over TLS only, and only the right ones', async () => {
  const authority = await testAuthority();
  const certificate = await authority.server('127.0.0.1');
  const login = { user: 'kasa', password: 'tajna' };
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  await SmtpServer.during({ tls: 'starttls', certificate, login }, async (server) => {
    const socket = connect(server.port, '127.0.0.1');
    const plain = new Hand(socket);
    await plain.reply();
    assert.match(await plain.say('EHLO me'), /STARTTLS/);
    assert.match(await plain.say(`AUTH PLAIN ${base64('\0kasa\0tajna')}`), /^538/);
    assert.match(await plain.say('STARTTLS'), /^220/);
    socket.removeAllListeners('data');
    const secured = connectTls({ socket, ca: authority.ca, host: '127.0.0.1' });
    await once(secured, 'secureConnect');
    const hand = new Hand(secured);
    assert.match(await hand.say('EHLO me'), /AUTH PLAIN LOGIN/);
    assert.match(await hand.say('MAIL FROM:<a@b.rs>'), /^530/);
    assert.match(await hand.say(`AUTH PLAIN ${base64('\0kasa\0wrong')}`), /^535/);
    assert.match(await hand.say('AUTH PLAIN'), /^334 \r\n/);
    assert.match(await hand.say(base64('\0nobody\0tajna')), /^535/);
    assert.match(await hand.say('AUTH LOGIN'), /^334/);
    assert.match(await hand.say(base64('kasa')), /^334/);
    assert.match(await hand.say(base64('tajna')), /^235/);
    assert.match(await hand.say('MAIL FROM:<a@b.rs>'), /^250/);
  });
});

test('a fault replaces one answer, and a refused mail is not stored', async () => {
  await SmtpServer.during({}, async (server) => {
    server.faults.RCPT = { reply: '550 nobody' };
    const hand = await Hand.at(server);
    await hand.say('EHLO me');
    await hand.say('MAIL FROM:<a@b.rs>');
    assert.is(await hand.say('RCPT TO:<c@d.rs>'), '550 nobody\r\n');
    assert.match(await hand.say('DATA'), /^503/);
    assert.is(server.count('RCPT'), 1);
    assert.equal(server.received, []);
  });
});

test('MIME is read: encoded words, folded heads, nested parts, base64 and quoted-printable', () => {
  const mail = readMime(
    [
      ...['Subject: =?UTF-8?B?0KDQsNGH?=', ' =?UTF-8?Q?=D1=83=D0=BD_1?=', 'X-A: 1', 'X-A: 2'],
      ...[
        'Content-Type: multipart/mixed; boundary="o"',
        '',
        '--o',
        'Content-Type: multipart/alternative;',
        ' boundary=i',
      ],
      ...['', '--i', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', ''],
      ...[
        '=D0=A0=',
        '=D0=B0 =3D',
        '--i--',
        '--o',
        'Content-Type: application/pdf',
        'Content-Transfer-Encoding: base64',
      ],
      ...['', 'AAEC', 'Aw==', '--o--', ''],
    ].join('\r\n'),
  );
  assert.is(header(mail, 'subject'), 'Рачун 1');
  assert.throws(() => header(mail, 'x-a'), /2 headers/);
  assert.is(leaves(mail, 'text/plain')[0]?.content.toString(), 'Ра =');
  assert.equal([...(leaves(mail, 'application/pdf')[0]?.content ?? [])], [0, 1, 2, 3]);
});

test.run();
