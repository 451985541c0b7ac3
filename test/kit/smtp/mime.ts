/** One part of a letter, read as a mail program reads it (RFC 2045 to 2047), without the code that wrote it. */
export interface MimePart {
  /** By lower-case name, unfolded and decoded; every occurrence. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** `text/plain`, lower case. */
  readonly type: string;
  /** Decoded content of a leaf; empty for a multipart. */
  readonly content: Buffer;
  readonly parts: readonly MimePart[];
}

export function readMime(text: string): MimePart {
  const end = text.indexOf('\r\n\r\n');
  const headers = readHeaders(text.slice(0, end));
  const body = text.slice(end + 4);
  const contentType = headers.get('content-type')?.[0] ?? 'text/plain';
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) {
    return { headers, type, content: decodeBody(body, headers.get('content-transfer-encoding')?.[0]), parts: [] };
  }
  const [whole = ''] = body.split(`--${boundary}--`);
  const pieces = whole.split(`--${boundary}\r\n`).slice(1);
  return {
    headers,
    type,
    content: Buffer.alloc(0),
    parts: pieces.map((piece) => readMime(piece.replace(/\r\n$/, ''))),
  };
}

/** The only header of a name; throws for none or several. */
export function header({ headers }: MimePart, name: string): string {
  const values = headers.get(name.toLowerCase()) ?? [];
  if (values.length !== 1) throw new Error(`${values.length} headers ${name}`);
  return values[0]!;
}

/** All leaves with a type, at any depth. */
export function leaves(part: MimePart, type: string): MimePart[] {
  return part.parts.length === 0 && part.type === type ? [part] : part.parts.flatMap((inner) => leaves(inner, type));
}

function readHeaders(head: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const [, name, value] = /^([\x21-\x39\x3b-\x7e]+):\s*(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(line)}`);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), decodeWords(value)]);
  }
  return headers;
}

/** Encoded words (RFC 2047); blanks between two of them do not count. */
function decodeWords(value: string): string {
  const joined = value.replace(/\?=\s+(?==\?)/g, '?=');
  return joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, coding: string, word: string) =>
    coding.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : quotedPrintable(word.replaceAll('_', ' ')).toString(),
  );
}

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? quotedPrintable(body) : Buffer.from(body);
}

function quotedPrintable(text: string): Buffer {
  const latin = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => {
    return String.fromCharCode(parseInt(hex, 16));
  });
  return Buffer.from(latin, 'latin1');
}
