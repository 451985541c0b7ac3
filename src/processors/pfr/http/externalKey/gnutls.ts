import { X509Certificate } from 'node:crypto';
import { register, type TypeObject, pointer } from 'koffi';
import { CERTIFICATE_SIZE, GNUTLS, openLibrary, type Pointer } from './library.js';

/**
 * TLS 1.2 with an ephemeral key and authenticated encryption, in Node's order of preference. RSA-PSS is excluded, since
 * the card cannot make it. Servers must support secure renegotiation (RFC 5746), as with OpenSSL 3.
 */
const PRIORITIES = [
  'NONE:+VERS-TLS1.2:+COMP-NULL:+CTYPE-X509:+ECDHE-ECDSA:+ECDHE-RSA',
  '+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:+AEAD',
  '+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+GROUP-SECP521R1',
  '+SIGN-RSA-SHA256:+SIGN-RSA-SHA384:+SIGN-RSA-SHA512',
  '+SIGN-ECDSA-SHA256:+SIGN-ECDSA-SHA384:+SIGN-ECDSA-SHA512:%SAFE_RENEGOTIATION:%PROFILE_MEDIUM',
].join(':');
/** Signature algorithms of GnuTLS: RSA (PKCS#1 v1.5) with SHA-256, 384 and 512. */
const SIGNATURES = [6, 7, 8];
/** Most certificates that are read from a chain, of the server or of the client. */
const MAX_CERTIFICATES = 10;
const ALPN = Buffer.from('http/1.1');

/** Callbacks of GnuTLS for one connection. An exception counts as a refusal. */
export interface Peer {
  push(bytes: Buffer): void;
  /** At most this many bytes from the server; empty when it has ended; undefined when none have arrived yet. */
  pull(most: number): Buffer | undefined;
  /** Waits for the signature of a DigestInfo; undefined when there will be none. */
  sign(digestInfo: Buffer): Buffer | undefined;
  /** Returns true when the server with this chain (DER, its own certificate first) is trusted. */
  verify(chain: readonly Buffer[]): boolean;
}

/** One connection in GnuTLS. Results below zero are its errors. */
export interface GnutlsSession {
  handshake(): number;
  isResumed(): boolean;
  /** True when the server sent a session ticket. */
  hasTicket(): boolean;
  /** Decrypts into this buffer. Returns the number of bytes, 0 at the end. */
  read(into: Buffer): number;
  write(bytes: Buffer): number;
  /** Notifies the server that nothing more will be written. */
  finish(): void;
  /** Sends the server an alert for this error. */
  sendAlert(error: number): void;
  /** Session data that a later connection can resume; undefined when the server does not allow it. */
  resumable(): Buffer | undefined;
  /** The last alert that was received, number and name. */
  alert(): { readonly number: number; readonly name: string };
  free(): void;
}

interface Wanted {
  /** PEM of the client's certificate and its issuers. */
  readonly cert: string;
  /** Undefined for an IP address (RFC 6066, 3). */
  readonly serverName: string | undefined;
  readonly session: Buffer | undefined;
  /** True when the server may use session tickets (RFC 5077). */
  readonly hasTickets: boolean;
}

/** A client's certificate in GnuTLS, with a key that forwards each signature to the connection in the handshake. */
interface Client {
  readonly cert: string;
  readonly credentials: Pointer;
  sessions: number;
}

/** GnuTLS with its callbacks, which are registered once in a thread. */
export class Gnutls {
  readonly #library: ReturnType<typeof openLibrary>;
  readonly #known = new Map<bigint, { readonly peer: Peer; session: Pointer }>();
  readonly #calls: ReturnType<Gnutls['register']>;
  /** Connections in a handshake: the last one runs, on the stack of those that wait for a signature. */
  readonly #shaking: bigint[] = [];
  /** Client of the last connection, which the next one usually reuses. */
  #client: Client | undefined;
  #last = 0n;

  /** Throws when the library is missing or lacks a function. */
  constructor(library: string) {
    this.#library = openLibrary(library);
    this.#calls = this.register();
  }

  /** Throws when the certificate cannot be read, or memory is short. */
  connect(peer: Peer, { cert, serverName, session: resumed, hasTickets }: Wanted): GnutlsSession {
    const library = this.#library;
    const id = (this.#last += 1n);
    const entry: { readonly peer: Peer; session: Pointer } = { peer, session: null };
    this.#known.set(id, entry);
    const used = this.#clientOf(cert);
    used.sessions += 1;
    const free = (): void => {
      if (entry.session !== null) library.deinit(entry.session);
      this.#known.delete(id);
      used.sessions -= 1;
      this.#drop(used);
    };
    try {
      const { client, nonBlocking, showsCertificate, noTickets } = GNUTLS;
      const flags = client | nonBlocking | showsCertificate | (hasTickets ? 0 : noTickets);
      const session = made((to) => library.init(to, flags));
      entry.session = session;
      check(library.setPriorities(session, PRIORITIES, null));
      check(library.setCredentials(session, GNUTLS.certificateCredentials, used.credentials));
      check(library.setAlpn(session, { data: ALPN, size: ALPN.length }, 1, 0));
      if (serverName !== undefined) {
        const name = Buffer.from(serverName);
        check(library.setServerName(session, GNUTLS.dns, name, name.length));
      }
      library.setPointer(session, id);
      library.setTransport(session, id);
      library.setPush(session, this.#calls.push);
      library.setPull(session, this.#calls.pull);
      // GnuTLS does not offer a session that it cannot parse. On the client side it does not check the session's age.
      if (resumed !== undefined) library.setSession(session, resumed, resumed.length);
      return this.#sessionAt(session, id, free);
    } catch (error) {
      free();
      throw error;
    }
  }

  #sessionAt(session: Pointer, id: bigint, free: () => void): GnutlsSession {
    const library = this.#library;
    return {
      handshake: () => {
        this.#shaking.push(id);
        try {
          return library.handshake(session);
        } finally {
          this.#shaking.pop();
        }
      },
      isResumed: () => library.isResumed(session) !== 0,
      hasTicket: () => (library.flags(session) & GNUTLS.hasTicket) !== 0,
      read: (into) => Number(library.read(session, into, into.length)),
      write: (bytes) => Number(library.write(session, bytes, bytes.length)),
      finish: () => void library.bye(session, GNUTLS.sendNoMore),
      sendAlert: (error) => void library.sendAlert(session, error),
      resumable() {
        const found: { data?: Pointer; size?: number } = {};
        if (library.session(session, found) < 0 || found.data === undefined) return undefined;
        const bytes = library.bytesAt(found.data, found.size ?? 0);
        library.free(found.data);
        return bytes;
      },
      alert() {
        const number = library.alert(session);
        return { number, name: library.alertName(number) ?? `GNUTLS_A_${number}` };
      },
      free,
    };
  }

  errorName(error: number): string {
    return this.#library.errorName(error) ?? `GNUTLS_E_${-error}`;
  }

  isFatal(error: number): boolean {
    return this.#library.isFatal(error) !== 0;
  }

  /** Reuses the client of the last connection if it has this certificate; otherwise creates one. */
  #clientOf(cert: string): Client {
    const before = this.#client;
    if (before?.cert === cert) return before;
    const client = { cert, credentials: this.#credentials(cert), sessions: 0 };
    this.#client = client;
    if (before !== undefined) this.#drop(before);
    return client;
  }

  /** Frees the client, unless a connection uses it or the next one may. */
  #drop(client: Client): void {
    if (client.sessions === 0 && client !== this.#client) this.#library.freeCredentials(client.credentials);
  }

  #credentials(cert: string): Pointer {
    const library = this.#library;
    const credentials = made((to) => library.newCredentials(to));
    try {
      library.setFlags(credentials, GNUTLS.skipKeyMatch);
      library.setVerify(credentials, this.#calls.verify);
      const list = Buffer.alloc(CERTIFICATE_SIZE * MAX_CERTIFICATES);
      const count = [MAX_CERTIFICATES];
      const pem = Buffer.from(cert);
      check(library.readCertificates(list, count, { data: pem, size: pem.length }, GNUTLS.pem, 0));
      const key = made((to) => library.newKey(to));
      const { sign, info } = this.#calls;
      const bits = new X509Certificate(cert).publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
      // `bits` is the user data that the library passes to each callback about the key.
      check(library.importKey(key, BigInt(bits), null, sign, null, null, info, 0));
      // From here on the credentials own certificates and key.
      check(library.setKey(credentials, null, 0, list, count[0] ?? 0, key));
      return credentials;
    } catch (error) {
      library.freeCredentials(credentials);
      throw error;
    }
  }

  private register() {
    const library = this.#library;
    const { transport, sign, info, verify } = library.calls;
    const entryOf = (id: Pointer) => (id === null ? undefined : this.#known.get(id));
    const safely = (type: TypeObject, call: (...given: never[]) => number) =>
      register((...given: never[]) => {
        try {
          return call(...given);
        } catch {
          return -1;
        }
      }, pointer(type));
    return {
      push: safely(transport, (id: Pointer, data: Pointer, length: number | bigint) => {
        entryOf(id)?.peer.push(library.bytesAt(data, Number(length)));
        return Number(length);
      }),
      pull: safely(transport, (id: Pointer, to: Pointer, length: number | bigint) => {
        const entry = entryOf(id);
        const bytes = entry?.peer.pull(Number(length));
        if (bytes === undefined) {
          if (entry !== undefined) library.setErrno(entry.session, GNUTLS.wouldBlock);
          return -1;
        }
        library.putAt(to, bytes);
        return bytes.length;
      }),
      sign: safely(
        sign,
        (_key: Pointer, algorithm: number, _none: Pointer, _flags: number, data: Pointer, to: Pointer) => {
          if (algorithm !== GNUTLS.signRsaRaw) return GNUTLS.signFailed;
          const signature = entryOf(this.#shaking.at(-1) ?? null)?.peer.sign(library.datumAt(data));
          return signature !== undefined && library.putDatum(to, signature) ? 0 : GNUTLS.signFailed;
        },
      ),
      info: safely(info, (_key: Pointer, flags: number, bits: Pointer) => {
        const { query } = GNUTLS;
        if ((flags & query.algorithm) !== 0) return GNUTLS.rsa;
        if ((flags & query.bits) !== 0) return Number(bits);
        if ((flags & query.hasSignature) !== 0) return SIGNATURES.includes(flags >>> 20) ? 1 : 0;
        return (flags & query.signature) !== 0 ? (SIGNATURES[0] ?? -1) : -1;
      }),
      verify: safely(verify, (session: Pointer) => {
        const count = [0];
        const list = library.peers(session, count);
        const length = Math.min(count[0] ?? 0, MAX_CERTIFICATES);
        const chain = Array.from({ length }, (_, index) => library.datumAt(list, index));
        return list !== null && entryOf(library.pointer(session))?.peer.verify(chain) === true ? 0 : -1;
      }),
    };
  }
}

/** Returns the pointer that `make` has written. */
function made(make: (to: Pointer[]) => number): Pointer {
  const to: Pointer[] = [null];
  check(make(to));
  return to[0] ?? null;
}

function check(result: number): void {
  if (result < 0) throw new Error(`GnuTLS: ${result}`);
}
