import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectionLimiter } from '../../../src/platform/http/connectionLimiter.js';
import type { PacedConnection } from '../../../src/platform/http/pacedConnection.js';
import { RepeatedEvents } from '../../../src/platform/http/repeatedEvents.js';
import { HandClock } from '../../kit/handClock.js';

const MAX_CONNECTIONS = 200;

const KNOWN_FOR = 24 * 60 * 60 * 1000;

/** Maximum unread responses of one key. */
const MAX_UNREAD_PER_KEY = 16;

const MAX_PER_PEER = 50;

const MAX_PER_KEY = 32;

let ports = 0;

const RESPONSE = new ServerResponse(new IncomingMessage(new Socket()));

/** As much of a connection as the limiter looks at: TCP socket and HTTP connection in one. */
class FakeConnection extends EventEmitter {
  readonly remotePort = (ports += 1);
  readonly localAddress = '192.168.1.2';
  /** Bytes that have come over it. */
  bytesRead = 1;
  stalledFor = 0;
  isOpen = true;

  constructor(readonly remoteAddress = '127.0.0.1') {
    super();
  }

  get isSending(): boolean {
    return this.stalledFor > 0;
  }

  destroy(): void {
    this.isOpen = false;
    queueMicrotask(() => this.emit('close'));
  }

  destroySoon(): void {
    this.destroy();
  }

  get socket(): Socket {
    return this as unknown as Socket;
  }
}

/** A limiter on a clock that the test moves, with the reasons for which it has closed connections. */
class Scene {
  readonly clock = new HandClock();
  readonly reasons: unknown[] = [];
  readonly limiter = new ConnectionLimiter(
    this.clock.monotonic,
    new RepeatedEvents(this.clock.monotonic, (_event, fields) => this.reasons.push(fields?.['reason'])),
  );

  /** Connections that come one after another, as fast as handshakes allow. */
  connect(count: number, address?: string): FakeConnection[] {
    return Array.from({ length: count }, () => {
      this.clock.pass(1000);
      const connection = new FakeConnection(address);
      if (this.limiter.admit(connection.socket) !== undefined) {
        this.limiter.secured(connection as unknown as PacedConnection);
      }
      return connection;
    });
  }

  /** The same, each with a key. */
  withKey(key: number, count: number, address?: string): FakeConnection[] {
    return Array.from({ length: count }, () => {
      const [connection] = this.connect(1, address);
      this.limiter.markAuthenticated(connection!.socket, key);
      return connection!;
    });
  }
}

const open = (connections: readonly FakeConnection[]): number => connections.filter(({ isOpen }) => isOpen).length;

test('when all places are taken, the stranger that was idle the longest is closed', () => {
  const { limiter, connect } = bound(new Scene());
  const idle = connect(MAX_CONNECTIONS);
  limiter.requestStarted(idle[0]!.socket, RESPONSE)();
  const more = connect(10);
  assert.is(open(more), 10);
  assert.is(open(idle), MAX_CONNECTIONS - 10);
  assert.ok(idle[0]!.isOpen, 'a request of it has just ended');
  assert.is(open(idle.slice(1, 11)), 0);
});

test('a running request protects a connection with a key, and no other', () => {
  const { limiter, connect, withKey } = bound(new Scene());
  const tablets = withKey(1, 5);
  const strangers = connect(MAX_CONNECTIONS - 5);
  for (const { socket } of [...tablets, ...strangers]) limiter.requestStarted(socket, RESPONSE);
  connect(1000);
  assert.is(open(tablets), 5);
  assert.is(open(strangers), 0);
});

test('one address has a limit of its own, and gives way to itself', () => {
  const { connect } = bound(new Scene());
  const hostile = connect(MAX_PER_PEER, '::ffff:192.168.1.66');
  const [neighbour] = connect(1, '192.168.1.67');
  assert.is(open(connect(2, '192.168.1.66')), 2);
  assert.is(open(hostile), MAX_PER_PEER - 2);
  assert.not.ok(hostile[0]!.isOpen);
  assert.ok(neighbour!.isOpen);
});

test('addresses of one IPv6 network do not shut each other out', () => {
  const { connect } = bound(new Scene());
  connect(MAX_PER_PEER, 'fe80::66%wlan0');
  assert.is(open(connect(3, 'fe80::7%wlan0')), 3);
});

test('a device with many addresses of one IPv6 network loses its own places when all are taken', () => {
  const { connect } = bound(new Scene());
  const quiet = connect(1, '192.168.1.7');
  const hostile = Array.from({ length: MAX_CONNECTIONS + 50 }, (_, at) => connect(1, `2001:db8::${at + 1}`)).flat();
  assert.is(open(quiet), 1, 'the oldest of all');
  assert.is(open(hostile), MAX_CONNECTIONS - 1);
  assert.is(open(connect(1, '192.168.1.8')), 1);
  assert.is(open(hostile), MAX_CONNECTIONS - 2);
});

test('a known address gets a place while strangers hold all, and no stranger takes it', () => {
  const { withKey, connect } = bound(new Scene());
  const [tablet] = withKey(1, 1, '192.168.1.7');
  tablet!.destroy();
  for (let device = 10; device < 20; device += 1) connect(MAX_PER_PEER, `192.168.2.${device}`);
  const [again] = connect(1, '192.168.1.7');
  for (let device = 10; device < 20; device += 1) connect(MAX_PER_PEER, `192.168.3.${device}`);
  assert.ok(again!.isOpen, 'it has not sent its key yet');
});

test('an address is a stranger again a day after its last key', () => {
  const { withKey, clock, limiter } = bound(new Scene());
  withKey(1, 1, '192.168.1.7');
  assert.is(limiter.callerAt('192.168.1.7').kind, 'known');
  clock.pass(KNOWN_FOR);
  assert.is(limiter.callerAt('192.168.1.7').kind, 'stranger');
});

test('a key with too many connections loses the one that was idle the longest', () => {
  const { withKey, limiter, reasons } = bound(new Scene());
  const [running, idle, ...others] = withKey(1, MAX_PER_KEY);
  limiter.requestStarted(running!.socket, RESPONSE);
  const other = withKey(2, 3);
  assert.is(open(withKey(1, 1)), 1);
  assert.not.ok(idle!.isOpen);
  assert.is(open([running!, ...others, ...other]), MAX_PER_KEY - 1 + 3);
  assert.equal(reasons, ['key']);
});

test('a key that answers all places with unread answers does not keep others out', () => {
  const { withKey, connect, limiter } = bound(new Scene());
  const [till] = withKey(1, 1);
  limiter.requestStarted(till!.socket, RESPONSE);
  const hostile = Array.from({ length: MAX_CONNECTIONS - 1 }, () => {
    const [connection] = withKey(2, 1);
    limiter.requestStarted(connection!.socket, RESPONSE);
    connection!.stalledFor = 1;
    return connection!;
  });
  hostile[77]!.stalledFor = 500;
  assert.is(open(connect(1, '192.168.1.9')), 1);
  assert.not.ok(hostile[77]!.isOpen, 'the one that reads the least');
  assert.ok(till!.isOpen);
});

test('running requests of keys that hold no more than they may are never closed', () => {
  const { withKey, connect, limiter } = bound(new Scene());
  for (let key = 1; key <= MAX_CONNECTIONS / 20; key += 1) {
    for (const { socket } of withKey(key, 20)) limiter.requestStarted(socket, RESPONSE);
  }
  assert.is(open(connect(1)), 0);
});

test('of the unread answers of a key only so many stay', () => {
  const { withKey, limiter, reasons } = bound(new Scene());
  const unread = withKey(1, MAX_UNREAD_PER_KEY + 4);
  const [reading] = withKey(1, 1);
  reading!.stalledFor = 900;
  for (const [at, connection] of unread.entries()) connection.stalledFor = 2000 - at;
  limiter.sweep();
  assert.is(open(unread), MAX_UNREAD_PER_KEY);
  assert.is(open(unread.slice(0, 4)), 0, 'those that were read the longest ago');
  assert.ok(reading!.isOpen);
  assert.ok(reasons.every((reason) => reason === 'unread'));
});

test('an answer of which nothing was taken for half a minute is closed, with a key or without', () => {
  const { withKey, connect, limiter, reasons } = bound(new Scene());
  const both = [...withKey(1, 1), ...connect(1)];
  for (const connection of both) connection.stalledFor = 29_999;
  limiter.sweep();
  assert.is(open(both), 2);
  for (const connection of both) connection.stalledFor = 30_000;
  limiter.sweep();
  assert.is(open(both), 0);
  assert.equal(reasons, ['stalled']);
});

test('a revoked key loses unread answers at once, running requests after their answer, and the rest soon', () => {
  const { withKey, limiter, clock } = bound(new Scene());
  const [unread, running, idle, ...none] = withKey(1, 3);
  const other = withKey(2, 1);
  assert.is(none.length, 0);
  unread!.stalledFor = 1;
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const end = limiter.requestStarted(running!.socket, response);
  limiter.revoked(1);
  assert.is(response.getHeader('Connection'), 'close', 'its client is told');
  assert.equal(
    [unread, running, idle].map((one) => one!.isOpen),
    [false, true, true],
  );
  clock.pass(1000);
  limiter.sweep();
  assert.equal(
    [running, idle].map((one) => one!.isOpen),
    [true, false],
  );
  end();
  assert.not.ok(running!.isOpen);
  assert.is(open(other), 1);
});

test('a connection over which another key is sent stays, though the one before was revoked', () => {
  const { withKey, limiter, clock } = bound(new Scene());
  const [tablet] = withKey(1, 1);
  limiter.revoked(1);
  limiter.markAuthenticated(tablet!.socket, 2);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  limiter.requestStarted(tablet!.socket, response)();
  clock.pass(1000);
  limiter.sweep();
  assert.equal([tablet!.isOpen, response.getHeader('Connection')], [true, undefined]);
  limiter.revoked(2);
  clock.pass(1000);
  limiter.sweep();
  assert.not.ok(tablet!.isOpen);
});

test('handshakes of one stranger wait, and are refused when too many wait; a known address does not wait for them', () => {
  const scene = new Scene();
  const { limiter } = scene;
  scene.withKey(1, 1, '192.168.1.7');
  const come = (address: string) => limiter.admit(new FakeConnection(address).socket);
  const waits = Array.from({ length: 200 }, () => come('192.168.1.66'));
  assert.equal(waits.slice(0, 20), Array(20).fill(0));
  assert.is(waits[20], 100, 'ten a second');
  const admitted = waits.filter((wait) => wait !== undefined);
  assert.is(admitted.length, 20 + 3 * 10);
  for (let device = 0; device < 40; device += 1) for (let at = 0; at < 20; at += 1) come(`192.168.2.${device}`);
  assert.is(come('192.168.9.9'), undefined, 'strangers have a bound in all');
  assert.is(come('192.168.1.7'), 0);
});

test('connections that close before they have sent a byte take no handshake from their address', () => {
  const { limiter } = new Scene();
  for (let times = 0; times < 200; times += 1) {
    const bare = new FakeConnection('192.168.1.7');
    bare.bytesRead = 0;
    assert.is(limiter.admit(bare.socket), 0);
    bare.emit('close');
  }
});

test('connections over which something was sent cost a handshake, however soon they close', () => {
  const { limiter } = new Scene();
  const waits: (number | undefined)[] = [];
  for (let times = 0; times < 100; times += 1) {
    const connection = new FakeConnection('192.168.1.7');
    waits.push(limiter.admit(connection.socket));
    connection.emit('close');
  }
  assert.is(waits[0], 0);
  assert.is(waits.at(-1), undefined, 'refused');
});

test('addresses that were in use before a restart are known, until the key that was used there is revoked', () => {
  const scene = new Scene();
  const { limiter } = scene;
  limiter.remember(['192.168.1.7', 'fe80::7']);
  const kinds = () => ['192.168.1.7', 'fe80::7', '192.168.1.8'].map((address) => limiter.callerAt(address).kind);
  assert.equal(kinds(), ['known', 'known', 'stranger']);
  scene.withKey(1, 1, '192.168.1.7');
  limiter.revoked(1);
  assert.equal(kinds(), ['stranger', 'known', 'stranger']);
});

test('all are closed at once', () => {
  const { connect, limiter } = bound(new Scene());
  const connections = connect(20);
  limiter.requestStarted(connections[3]!.socket, RESPONSE);
  limiter.closeAll();
  assert.is(open(connections), 0);
});

/** A scene whose methods can be taken apart. */
function bound(scene: Scene) {
  const { clock, limiter, reasons } = scene;
  return { clock, limiter, reasons, connect: scene.connect.bind(scene), withKey: scene.withKey.bind(scene) };
}

test.run();
