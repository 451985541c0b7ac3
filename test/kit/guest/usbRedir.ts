import type { Socket } from 'node:net';

/**
 * The device's end of usbredir, the protocol by which QEMU's `usb-redir` takes a USB device that is elsewhere (usbredir 0.13,
 * docs/usb-redirection-protocol.md): the kernel of a guest sees a real device, with no part of it in the guest.
 */

/** Of a `usb_redir_header`; what is not here is not sent by QEMU for the devices of these tests. */
const TYPE = {
  hello: 0,
  deviceConnect: 1,
  deviceDisconnect: 2,
  reset: 3,
  interfaceInfo: 4,
  endpointInfo: 5,
  setConfiguration: 6,
  getConfiguration: 7,
  configurationStatus: 8,
  setAlternate: 9,
  getAlternate: 10,
  alternateStatus: 11,
  cancel: 21,
  disconnectAcknowledged: 24,
  control: 100,
  bulk: 101,
} as const;

export type RedirectStatus = 'success' | 'cancelled' | 'stall';
const STATUS: Readonly<Record<RedirectStatus, number>> = { success: 0, cancelled: 1, stall: 4 };

/** Version of the device, largest packets, ids of 64 bits, bulk lengths of 32 bits: QEMU wants them for USB 3. */
const CAPABILITIES = (1 << 1) | (1 << 4) | (1 << 5) | (1 << 6);
const HIGH_SPEED = 2;
const ENDPOINTS = 32;
const INVALID = 255;
const BULK = 2;
const MAX_PACKET = 512;
const SHORT_HEADER = 12;
const HEADER = 16;
/** Longest message that QEMU may send, bytes. */
const LONGEST = 1024 * 1024;

/** A request on the default pipe (USB 2.0, 9.3). */
export interface ControlRequest {
  readonly type: number;
  readonly request: number;
  readonly value: number;
  readonly index: number;
  readonly length: number;
}

/** What a device does; it has one interface, with one bulk endpoint in each direction. */
export interface RedirectedFunction {
  readonly vendor: number;
  readonly product: number;
  readonly interfaceClass: readonly [kind: number, subclass: number, protocol: number];
  /** Addresses of the endpoints. */
  readonly sending: number;
  readonly receiving: number;
  /** Answers a request; undefined: a stall. */
  control(request: ControlRequest): Uint8Array | undefined;
  /** Takes bytes of the guest; calls `done` with how many it took when it has room no more or has taken all. */
  out(bytes: Uint8Array, done: (status: RedirectStatus, taken: number) => void): Cancel;
  /** Gives bytes to the guest as soon as it has some. */
  in(length: number, done: (status: RedirectStatus, bytes: Uint8Array) => void): Cancel;
}

/** The guest does not wait any longer. Nothing is called back after it. */
export type Cancel = () => void;

/** A device that can be plugged into a guest, and unplugged. */
export class RedirectedDevice {
  private received: Buffer = Buffer.alloc(0);
  private isMet = false;
  private isPlugged = false;
  private readonly waiting = new Map<bigint, { readonly cancel: Cancel; readonly end: () => void }>();
  private configuration = 0;

  /** `line`: to the character device of `usb-redir`. */
  constructor(
    private readonly line: Socket,
    private readonly works: RedirectedFunction,
  ) {
    line.on('data', (bytes: Buffer) => this.receive(bytes));
    const hello = Buffer.alloc(68);
    hello.write('kasirbox tests', 0, 'latin1');
    hello.writeUInt32LE(CAPABILITIES, 64);
    this.send(TYPE.hello, hello);
  }

  plug(): void {
    this.isPlugged = true;
    if (this.isMet) this.connect();
  }

  /** Pulls it out, whatever it is doing. */
  unplug(): void {
    if (!this.isPlugged) return;
    this.isPlugged = false;
    this.forget();
    if (this.isMet) this.send(TYPE.deviceDisconnect, Buffer.alloc(0));
  }

  private connect(): void {
    const { vendor, product, interfaceClass, sending, receiving } = this.works;
    const interfaces = Buffer.alloc(4 + 4 * ENDPOINTS);
    interfaces.writeUInt32LE(1, 0);
    interfaceClass.forEach((value, at) => interfaces.writeUInt8(value, 4 + (at + 1) * ENDPOINTS));
    this.send(TYPE.interfaceInfo, interfaces);
    const endpoints = Buffer.alloc(5 * ENDPOINTS);
    endpoints.fill(INVALID, 0, ENDPOINTS);
    for (const at of [0, ENDPOINTS / 2]) endpoints.writeUInt8(0, at);
    for (const address of [sending, receiving]) {
      const at = ((address & 0x80) >> 3) | (address & 0x0f);
      endpoints.writeUInt8(BULK, at);
      endpoints.writeUInt16LE(MAX_PACKET, 3 * ENDPOINTS + 2 * at);
    }
    this.send(TYPE.endpointInfo, endpoints);
    const device = Buffer.alloc(10);
    device.writeUInt8(HIGH_SPEED, 0);
    device.writeUInt16LE(vendor, 4);
    device.writeUInt16LE(product, 6);
    device.writeUInt16LE(0x0100, 8);
    this.send(TYPE.deviceConnect, device);
  }

  private receive(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      // Before both sides have sent their capabilities, ids have 32 bits.
      const header = this.isMet ? HEADER : SHORT_HEADER;
      if (this.received.length < header) return;
      const length = this.received.readUInt32LE(4);
      if (length > LONGEST) throw new Error(`QEMU sends ${length} bytes`);
      if (this.received.length < header + length) return;
      const id = this.isMet ? this.received.readBigUInt64LE(8) : BigInt(this.received.readUInt32LE(8));
      const body = this.received.subarray(header, header + length);
      const type = this.received.readUInt32LE(0);
      this.received = this.received.subarray(header + length);
      this.understand(type, id, body);
    }
  }

  private understand(type: number, id: bigint, body: Buffer): void {
    switch (type) {
      case TYPE.hello:
        this.isMet = true;
        if (this.isPlugged) this.connect();
        return;
      case TYPE.reset:
        this.forget();
        return;
      case TYPE.setConfiguration:
        this.configuration = body.readUInt8(0);
        this.send(TYPE.configurationStatus, Buffer.of(STATUS.success, this.configuration), id);
        return;
      case TYPE.getConfiguration:
        this.send(TYPE.configurationStatus, Buffer.of(STATUS.success, this.configuration), id);
        return;
      case TYPE.setAlternate:
        this.send(TYPE.alternateStatus, Buffer.of(STATUS.success, body.readUInt8(0), body.readUInt8(1)), id);
        return;
      case TYPE.getAlternate:
        this.send(TYPE.alternateStatus, Buffer.of(STATUS.success, body.readUInt8(0), 0), id);
        return;
      case TYPE.control:
        this.control(id, body);
        return;
      case TYPE.bulk:
        this.bulk(id, body);
        return;
      case TYPE.cancel:
        // It may have ended at this moment.
        this.waiting.get(id)?.cancel();
        this.waiting.get(id)?.end();
        return;
      case TYPE.disconnectAcknowledged:
        return;
      default:
        throw new Error(`QEMU sends message ${type}`);
    }
  }

  /** The head of a packet goes back with its status and length, and with the bytes that the device gives. */
  private control(id: bigint, body: Buffer): void {
    const head = Buffer.from(body.subarray(0, 10));
    const request = {
      request: head.readUInt8(1),
      type: head.readUInt8(2),
      value: head.readUInt16LE(4),
      index: head.readUInt16LE(6),
      length: head.readUInt16LE(8),
    };
    const answer = this.works.control(request);
    const bytes = (answer ?? Buffer.alloc(0)).subarray(0, request.length);
    head.writeUInt8(answer === undefined ? STATUS.stall : STATUS.success, 3);
    if (head.readUInt8(0) & 0x80 || answer === undefined) head.writeUInt16LE(bytes.length, 8);
    this.send(TYPE.control, Buffer.concat([head, bytes]), id);
  }

  private bulk(id: bigint, body: Buffer): void {
    const head = Buffer.from(body.subarray(0, 10));
    const length = head.readUInt16LE(2) + (head.readUInt16LE(8) << 16);
    const isToGuest = (head.readUInt8(0) & 0x80) !== 0;
    const transfer = { isOver: false };
    const end = (status: RedirectStatus, count: number, bytes: Uint8Array = Buffer.alloc(0)): void => {
      transfer.isOver = true;
      this.waiting.delete(id);
      head.writeUInt8(STATUS[status], 1);
      head.writeUInt16LE(count & 0xffff, 2);
      head.writeUInt16LE(count >>> 16, 8);
      this.send(TYPE.bulk, Buffer.concat([head, bytes]), id);
    };
    const cancel = isToGuest
      ? this.works.in(length, (status, bytes) => end(status, bytes.length, bytes))
      : this.works.out(Buffer.from(body.subarray(10)), end);
    if (transfer.isOver) return;
    this.waiting.set(id, { cancel, end: () => end('cancelled', 0) });
  }

  /** Lets go of all that the guest waits for, without an answer. */
  private forget(): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { cancel } of all) cancel();
  }

  private send(type: number, body: Uint8Array, id = 0n): void {
    const header = Buffer.alloc(this.isMet ? HEADER : SHORT_HEADER);
    header.writeUInt32LE(type, 0);
    header.writeUInt32LE(body.length, 4);
    if (this.isMet) header.writeBigUInt64LE(id, 8);
    else header.writeUInt32LE(Number(id), 8);
    this.line.write(Buffer.concat([header, body]));
  }
}
