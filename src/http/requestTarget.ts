/** What a request asks for. */
export interface RequestTarget {
  /** As it was sent, percent signs and all. */
  readonly path: string;
  /** Without its question mark, as it was sent. */
  readonly queryText: string;
  readonly query: URLSearchParams;
}

/**
 * Reads a request target (RFC 9112, 3.2) of any characters. Of an absolute form only the path counts: which host
 * answers, the certificate has proven already.
 */
export function readRequestTarget(url: string): RequestTarget {
  const [, path = '', queryText = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, queryText, query: new URLSearchParams(queryText) };
}
