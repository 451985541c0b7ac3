import { isIP } from 'node:net';
import type { ChannelFault } from '../../channel.js';
import type { Gnutls, GnutlsSession, Peer } from './gnutls.js';
import { distrustOf } from './serverTrust.js';
import { GNUTLS } from './library.js';
import { MAX_WAITING, type Opening, type ChannelMessage, SIGNATURE_LENGTHS } from './messages.js';

/** The largest TLS record, bytes (RFC 5246, 6.2.1). */
const RECORD = 16 * 1024;
/**
 * Bytes that are acknowledged together. This is far below the number that may wait; a receipt needs no acknowledgement.
 */
const ACKNOWLEDGED_TOGETHER = MAX_WAITING / 4;
/** Most handshakes on one connection; each may need a signature. */
const MAX_HANDSHAKES = 4;
/** Alerts about the certificate of the receiver, or its signature (RFC 5246, 7.2.2), as in `httpExchange.ts`. */
const CERTIFICATE_ALERTS = [41, 42, 43, 44, 45, 46, 48, 49, 51];
const HANDSHAKE_FAILURE = 40;
const NOTHING = Buffer.alloc(0);

/** What a connection needs from the thread. */
interface ThreadPort {
  post(message: ChannelMessage, transfer?: ArrayBuffer): void;
  /** Serves the other connections until this one no longer waits. */
  wait(client: Client): void;
}

/** One connection in the thread. It advances as far as the received bytes allow, and blocks only for a signature. */
export class Client {
  readonly #gnutls: Gnutls;
  readonly #opening: Opening;
  readonly #port: ThreadPort;
  readonly #session: GnutlsSession;
  readonly #received: Buffer[] = [];
  /**
   * Encrypted bytes for the server, sent together. If a flight were sent in parts, the server could refuse one part and
   * close the connection before the next part arrives, and its alert would be lost with the connection.
   */
  #toSend: Buffer[] = [];
  /** Writes that wait for the end of a renegotiation. */
  readonly #toWrite: (Buffer | 'finish')[] = [];
  readonly #record = Buffer.alloc(RECORD);
  #phase: 'handshake' | 'agreed' | 'over' = 'handshake';
  #handshakes = 1;
  #consumed = 0;
  /** True while GnuTLS is working or waiting for a signature. */
  #isBusy = false;
  #isClosed = false;
  #hasSigned = false;
  /** True when the server sends no more. */
  #hasEnded = false;
  #hasServerShown = false;
  #untrusted: ChannelFault | undefined;
  /** While waiting for a signature: the object that receives it. */
  #awaited: { signature?: Buffer } | undefined;

  /** Throws when the certificate cannot be read, or memory is short. */
  constructor(gnutls: Gnutls, opening: Opening, port: ThreadPort) {
    this.#gnutls = gnutls;
    this.#opening = opening;
    this.#port = port;
    const { cert, host, session, hasTickets } = opening;
    const peer: Peer = {
      push: (bytes) => void this.#toSend.push(bytes),
      pull: (most) => this.#pull(most),
      sign: (digestInfo) => this.#sign(digestInfo),
      verify: (chain) => this.#verify(chain),
    };
    const serverName = isIP(host) === 0 ? host : undefined;
    this.#session = gnutls.connect(peer, { cert, serverName, session: session && Buffer.from(session), hasTickets });
  }

  /** True while it waits for a signature. */
  get isWaiting(): boolean {
    return this.#awaited !== undefined && !this.#isClosed;
  }

  start(): void {
    this.#advance();
  }

  receive(bytes: Uint8Array): void {
    this.#received.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#advance();
  }

  over(): void {
    this.#hasEnded = true;
    this.#advance();
  }

  write(bytes: Uint8Array | 'finish'): void {
    this.#toWrite.push(bytes === 'finish' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#advance();
  }

  /** Undefined: the signature will not come. */
  signed(signature: Uint8Array | undefined): void {
    const awaited = this.#awaited;
    if (awaited === undefined || this.#isClosed) return;
    this.#awaited = undefined;
    const length = signature?.byteLength ?? 0;
    const isSound = length >= SIGNATURE_LENGTHS.min && length <= SIGNATURE_LENGTHS.max;
    if (signature !== undefined && isSound) awaited.signature = Buffer.from(signature);
  }

  /** Frees the session, at once or as soon as GnuTLS has returned. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isBusy) this.#session.free();
  }

  #advance(): void {
    if (this.#isBusy || this.#isClosed) return;
    this.#isBusy = true;
    try {
      this.#proceed();
    } finally {
      this.#isBusy = false;
    }
    this.#freeOrAcknowledge();
  }

  #proceed(): void {
    while (!this.#isClosed && this.#step());
    this.#send();
  }

  /** The connection may have been closed while it was busy. */
  #freeOrAcknowledge(): void {
    if (this.#isClosed) this.#session.free();
    else if (this.#consumed >= ACKNOWLEDGED_TOGETHER) {
      this.#port.post({ kind: 'taken', length: this.#consumed });
      this.#consumed = 0;
    }
  }

  /** Returns true when there is more to do. */
  #step(): boolean {
    switch (this.#phase) {
      case 'handshake':
        return this.#shakeHands();
      case 'agreed':
        this.#flush();
        return this.#read();
      case 'over':
        // Writes after the end are confirmed and dropped.
        while (this.#toWrite.shift() !== undefined) this.#post({ kind: 'written' });
        return false;
    }
  }

  #shakeHands(): boolean {
    const result = this.#session.handshake();
    if (result === GNUTLS.again) return false;
    if (result === GNUTLS.gotApplicationData) return this.#read();
    if (result < 0) return this.#proceedAfter(result);
    this.#phase = 'agreed';
    const session = this.#session;
    const isResumed = session.isResumed();
    const hasEarlyTicket = session.hasTicket() && !this.#hasSigned && !isResumed;
    this.#post({ kind: 'agreed', session: session.resumable(), isResumed, hasEarlyTicket });
    return true;
  }

  #read(): boolean {
    const result = this.#session.read(this.#record);
    if (result === GNUTLS.again) return false;
    if (result === GNUTLS.rehandshake) {
      this.#handshakes += 1;
      if (this.#handshakes > MAX_HANDSHAKES) return this.#fail({ cause: 'protocol', detail: 'TOO_MANY_HANDSHAKES' });
      this.#phase = 'handshake';
      return true;
    }
    // Like Node, which leaves it to HTTP to detect an incomplete answer.
    if (result === 0 || result === GNUTLS.prematureEnd) {
      this.#phase = 'over';
      this.#post({ kind: 'end' });
      return true;
    }
    if (result < 0) return this.#proceedAfter(result);
    const bytes = new Uint8Array(this.#record.subarray(0, result));
    this.#port.post({ kind: 'data', bytes }, bytes.buffer);
    return true;
  }

  #flush(): void {
    for (let next = this.#toWrite.shift(); next !== undefined; next = this.#toWrite.shift()) {
      if (next === 'finish') this.#session.finish();
      else {
        for (let at = 0; at < next.length;) {
          const result = this.#session.write(next.subarray(at));
          if (result <= 0) {
            this.#proceedAfter(result);
            return;
          }
          at += result;
        }
      }
      this.#post({ kind: 'written' });
    }
  }

  /** Ignores warnings; any other error ends the connection. */
  #proceedAfter(error: number): boolean {
    return this.#gnutls.isFatal(error) ? this.#fail(this.#faultOf(error), error) : true;
  }

  #fail(fault: ChannelFault, error?: number): false {
    this.#phase = 'over';
    if (error !== undefined && error !== GNUTLS.fatalAlert) this.#session.sendAlert(error);
    this.#post({ kind: 'fault', fault });
    return false;
  }

  #faultOf(error: number): ChannelFault {
    if (this.#untrusted !== undefined) return this.#untrusted;
    if (error === GNUTLS.prematureEnd) return { cause: 'reset', detail: 'ECONNRESET' };
    if (error !== GNUTLS.fatalAlert) return { cause: 'protocol', detail: this.#gnutls.errorName(error) };
    const { number, name } = this.#session.alert();
    // TLS 1.2 has no alert for a missing client certificate. After the server has sent its own, the ciphers are agreed,
    // so a handshake failure means that the client certificate was refused.
    const isRefused = number === HANDSHAKE_FAILURE && this.#hasServerShown;
    return { cause: isRefused || CERTIFICATE_ALERTS.includes(number) ? 'certificate' : 'protocol', detail: name };
  }

  /** Sends a message after all pending bytes. */
  #post(message: ChannelMessage): void {
    this.#send();
    this.#port.post(message);
  }

  #send(): void {
    if (this.#toSend.length === 0) return;
    const bytes = new Uint8Array(Buffer.concat(this.#toSend));
    this.#toSend = [];
    this.#port.post({ kind: 'send', bytes }, bytes.buffer);
  }

  #pull(most: number): Buffer | undefined {
    const [first] = this.#received;
    if (first === undefined) return this.#hasEnded ? NOTHING : undefined;
    const bytes = first.subarray(0, most);
    if (bytes.length === first.length) this.#received.shift();
    else this.#received[0] = first.subarray(most);
    this.#consumed += bytes.length;
    return bytes;
  }

  #sign(digestInfo: Buffer): Buffer | undefined {
    const awaited: { signature?: Buffer } = {};
    this.#awaited = awaited;
    this.#hasSigned = true;
    this.#port.post({ kind: 'sign', digestInfo: new Uint8Array(digestInfo) });
    this.#port.wait(this);
    return awaited.signature;
  }

  #verify(chain: readonly Buffer[]): boolean {
    this.#hasServerShown = true;
    // A chain that cannot be checked is not trusted.
    this.#untrusted = { cause: 'trust', detail: 'CERT_UNTRUSTED' };
    this.#untrusted = distrustOf(chain, this.#opening, Date.now());
    return this.#untrusted === undefined;
  }
}
