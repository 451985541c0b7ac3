import { decode, encode, load, proto, struct } from 'koffi';

/** An address in memory; null for none. */
export type Pointer = bigint | null;

/** A range of bytes in memory (`gnutls_datum_t`). */
interface Datum {
  readonly data: Pointer | Buffer;
  readonly size: number;
}

/**
 * Numbers of `gnutls/gnutls.h`, `gnutls/abstract.h` and `errno.h`, which are part of the library's binary interface.
 */
export const GNUTLS = {
  client: 1 << 1,
  nonBlocking: 1 << 3,
  /** Like OpenSSL, which sends the certificate of any authority and leaves refusing it to the server. */
  showsCertificate: 1 << 9,
  noTickets: 1 << 10,
  hasTicket: 1 << 7,
  /** Skips the trial signature when certificate and key are combined, since the card would have to make it. */
  skipKeyMatch: 1,
  certificateCredentials: 1,
  pem: 1,
  dns: 1,
  sendNoMore: 1,
  rsa: 1,
  signRsaRaw: 36,
  /** Flags of the library's questions about a key. */
  query: { algorithm: 1, signature: 2, hasSignature: 4, bits: 8 },
  wouldBlock: 11,
  fatalAlert: -12,
  again: -28,
  rehandshake: -37,
  gotApplicationData: -38,
  signFailed: -46,
  prematureEnd: -110,
} as const;

/** The size of `gnutls_pcert_st`, bytes. */
export const CERTIFICATE_SIZE = 32;

/** Addresses of a connection and of the objects that it uses. */
type Session = Pointer;
type Credentials = Pointer;
type Key = Pointer;

/** The functions of GnuTLS (3.7 or newer) that a client needs. Results below zero are errors. */
interface Functions {
  init(to: Session[], flags: number): number;
  deinit(session: Session): undefined;
  setPriorities(session: Session, text: string, at: null): number;
  setCredentials(session: Session, type: number, credentials: Credentials): number;
  setPointer(session: Session, pointer: bigint): undefined;
  pointer(session: Session): Pointer;
  setTransport(session: Session, pointer: bigint): undefined;
  setPush(session: Session, push: bigint): undefined;
  setPull(session: Session, pull: bigint): undefined;
  setErrno(session: Session, number: number): undefined;
  setServerName(session: Session, type: number, name: Buffer, length: number): number;
  setAlpn(session: Session, protocol: Datum, count: number, flags: number): number;
  setSession(session: Session, data: Buffer, length: number): number;
  session(session: Session, data: { data?: Pointer; size?: number }): number;
  handshake(session: Session): number;
  isResumed(session: Session): number;
  flags(session: Session): number;
  read(session: Session, data: Buffer, length: number): number | bigint;
  write(session: Session, data: Buffer, length: number): number | bigint;
  bye(session: Session, how: number): number;
  sendAlert(session: Session, error: number): number;
  alert(session: Session): number;
  alertName(alert: number): string | null;
  errorName(error: number): string | null;
  isFatal(error: number): number;
  peers(session: Session, count: number[]): Pointer;
  newCredentials(to: Credentials[]): number;
  freeCredentials(credentials: Credentials): undefined;
  setFlags(credentials: Credentials, flags: number): undefined;
  setVerify(credentials: Credentials, verify: bigint): undefined;
  readCertificates(list: Buffer, count: number[], data: Datum, format: number, flags: number): number;
  newKey(to: Key[]): number;
  importKey(
    key: Key,
    given: bigint,
    signData: null,
    sign: bigint,
    decrypt: null,
    end: null,
    info: bigint,
    flags: number,
  ): number;
  setKey(credentials: Credentials, names: null, nameCount: number, list: Buffer, count: number, key: Key): number;
}

/** The C declarations of {@link Functions}. */
const DECLARATIONS: Readonly<Record<keyof Functions, string>> = {
  init: 'int gnutls_init(_Out_ void **s, uint32_t flags)',
  deinit: 'void gnutls_deinit(void *s)',
  setPriorities: 'int gnutls_priority_set_direct(void *s, str text, void *at)',
  setCredentials: 'int gnutls_credentials_set(void *s, int type, void *c)',
  setPointer: 'void gnutls_session_set_ptr(void *s, void *pointer)',
  pointer: 'void *gnutls_session_get_ptr(void *s)',
  setTransport: 'void gnutls_transport_set_ptr(void *s, void *pointer)',
  setPush: 'void gnutls_transport_set_push_function(void *s, void *f)',
  setPull: 'void gnutls_transport_set_pull_function(void *s, void *f)',
  setErrno: 'void gnutls_transport_set_errno(void *s, int number)',
  setServerName: 'int gnutls_server_name_set(void *s, int type, uint8_t *name, size_t length)',
  setAlpn: 'int gnutls_alpn_set_protocols(void *s, gnutls_datum *protocols, uint32_t count, uint32_t flags)',
  setSession: 'int gnutls_session_set_data(void *s, uint8_t *data, size_t length)',
  session: 'int gnutls_session_get_data2(void *s, _Out_ gnutls_datum *data)',
  handshake: 'int gnutls_handshake(void *s)',
  isResumed: 'int gnutls_session_is_resumed(void *s)',
  flags: 'uint32_t gnutls_session_get_flags(void *s)',
  read: 'intptr_t gnutls_record_recv(void *s, uint8_t *data, size_t length)',
  write: 'intptr_t gnutls_record_send(void *s, uint8_t *data, size_t length)',
  bye: 'int gnutls_bye(void *s, int how)',
  sendAlert: 'int gnutls_alert_send_appropriate(void *s, int error)',
  alert: 'int gnutls_alert_get(void *s)',
  alertName: 'str gnutls_alert_get_strname(int alert)',
  errorName: 'str gnutls_strerror_name(int error)',
  isFatal: 'int gnutls_error_is_fatal(int error)',
  peers: 'void *gnutls_certificate_get_peers(void *s, _Out_ uint32_t *count)',
  newCredentials: 'int gnutls_certificate_allocate_credentials(_Out_ void **c)',
  freeCredentials: 'void gnutls_certificate_free_credentials(void *c)',
  setFlags: 'void gnutls_certificate_set_flags(void *c, uint32_t flags)',
  setVerify: 'void gnutls_certificate_set_verify_function(void *c, void *f)',
  readCertificates:
    'int gnutls_pcert_list_import_x509_raw(uint8_t *list, _Inout_ uint32_t *count, gnutls_datum *data, int format, uint32_t flags)',
  newKey: 'int gnutls_privkey_init(_Out_ void **key)',
  importKey:
    'int gnutls_privkey_import_ext4(void *key, void *id, void *signData, void *sign, void *decrypt, void *end, void *info, uint32_t flags)',
  setKey: 'int gnutls_certificate_set_key(void *c, void *names, int nameCount, uint8_t *list, int count, void *key)',
};

/** Opens the library. Call it once in a thread. Throws when the library is missing or lacks a function. */
export function openLibrary(name: string) {
  const library = load(name);
  const datum = struct('gnutls_datum', { data: 'void *', size: 'uint32_t' });
  const functions = Object.entries(DECLARATIONS).map(([name, declaration]) => [name, library.func(declaration)]);
  return {
    ...(Object.fromEntries(functions) as unknown as Functions),
    ...memory(datum),
    /** Prototypes of the callbacks. */
    calls: {
      transport: proto('intptr_t gnutls_transport(void *id, void *data, size_t length)'),
      sign: proto(
        'int gnutls_sign(void *key, int algorithm, void *id, uint32_t flags, gnutls_datum *data, gnutls_datum *signature)',
      ),
      info: proto('int gnutls_info(void *key, uint32_t flags, void *id)'),
      verify: proto('int gnutls_verify(void *session)'),
    },
  };
}

/** Reading, writing and freeing bytes in memory. */
function memory(datum: ReturnType<typeof struct>) {
  const c = load('libc.so.6');
  const read = c.func('memcpy', 'void *', ['uint8_t *', 'void *', 'size_t']);
  const write = c.func('memcpy', 'void *', ['void *', 'uint8_t *', 'size_t']);
  const malloc = c.func('void *malloc(size_t length)') as (length: number) => Pointer;
  const free = c.func('void free(void *memory)') as (memory: Pointer) => undefined;
  const bytesAt = (from: Pointer, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (length > 0) read(bytes, from, length);
    return bytes;
  };
  const putAt = (to: Pointer, bytes: Buffer): void => {
    if (bytes.length > 0) write(to, bytes, bytes.length);
  };
  return {
    bytesAt,
    putAt,
    free,
    /** The bytes of the datum at this address, or of the one at `index` in an array of them. */
    datumAt(at: Pointer, index = 0): Buffer {
      const { data, size } = decode(at, index * DATUM_SIZE, datum) as { data: Pointer; size: number };
      return bytesAt(data, size);
    },
    /**
     * Points the datum at this address to a copy of these bytes, which the library frees. False when memory is short.
     */
    putDatum(at: Pointer, bytes: Buffer): boolean {
      const copy = malloc(bytes.length);
      if (copy === null) return false;
      putAt(copy, bytes);
      encode(at, datum, { data: copy, size: bytes.length });
      return true;
    },
  };
}

const DATUM_SIZE = 16;
