import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Guests, MAX_CONNECTIONS, MAX_PER_NETWORK } from '../../src/api/guests.js';

let ports = 0;

/** As much of a connection as guests are told by. */
class Line extends EventEmitter {
  readonly remotePort = (ports += 1);
  readonly localAddress = '192.168.1.2';
  isOpen = true;

  constructor(readonly remoteAddress = '127.0.0.1') {
    super();
  }

  destroy(): void {
    this.isOpen = false;
    queueMicrotask(() => this.emit('close'));
  }

  get socket(): Socket {
    return this as unknown as Socket;
  }
}

function enter(guests: Guests, count: number, address?: string): Line[] {
  const lines = Array.from({ length: count }, () => new Line(address));
  for (const { socket } of lines) guests.admit(socket);
  return lines;
}

const open = (lines: readonly Line[]): number => lines.filter(({ isOpen }) => isOpen).length;

test('a full house closes the connection that has been silent the longest', () => {
  const guests = new Guests();
  const idle = enter(guests, MAX_CONNECTIONS);
  guests.begin(idle[0]!.socket)();
  const more = enter(guests, 10);
  assert.is(open(more), 10);
  assert.is(open(idle), MAX_CONNECTIONS - 10);
  assert.ok(idle[0]!.isOpen, 'it has just been heard of');
  assert.is(open(idle.slice(1, 11)), 0);
});

test('whoever has shown a key goes after all strangers', () => {
  const guests = new Guests();
  const tablets = enter(guests, 5);
  for (const { socket } of tablets) guests.vouch(socket);
  const strangers = enter(guests, 1000);
  assert.is(open(tablets), 5);
  assert.is(open(strangers), MAX_CONNECTIONS - 5);
  const others = enter(guests, MAX_CONNECTIONS);
  for (const { socket } of others) guests.vouch(socket);
  assert.is(open([...tablets, ...strangers, ...others]), MAX_CONNECTIONS);
});

test('a connection with a key whose request is running is never closed', () => {
  const guests = new Guests();
  const busy = enter(guests, MAX_CONNECTIONS);
  for (const { socket } of busy) guests.vouch(socket);
  const ends = busy.map(({ socket }) => guests.begin(socket));
  const late = new Line();
  guests.admit(late.socket);
  assert.not.ok(late.isOpen, 'nobody can make room');
  ends[7]!();
  assert.is(open(enter(guests, 1)), 1);
  assert.not.ok(busy[7]!.isOpen);
  assert.is(open(busy), MAX_CONNECTIONS - 1);
});

test('strangers are no safer for requests that they leave running', () => {
  const guests = new Guests();
  for (const { socket } of enter(guests, MAX_CONNECTIONS)) guests.begin(socket);
  assert.is(open(enter(guests, 3)), 3);
});

test('one network has its share, and no more when it comes again', async () => {
  const guests = new Guests();
  const hostile = enter(guests, MAX_PER_NETWORK + 20, '::ffff:192.168.1.66');
  assert.is(open(hostile), MAX_PER_NETWORK);
  assert.is(open(enter(guests, 2, '192.168.1.66')), 0);
  assert.is(open(enter(guests, 2, '192.168.1.67')), 2);
  hostile[0]!.destroy();
  await Promise.resolve();
  assert.is(open(enter(guests, 3, '192.168.1.66')), 1);
});

test('all are dismissed at once', () => {
  const guests = new Guests();
  const lines = enter(guests, 20);
  guests.begin(lines[3]!.socket);
  guests.dismiss();
  assert.is(open(lines), 0);
});

test.run();
