/** The parsed target of a request. */
interface RequestTarget {
  /** As sent, still percent-encoded. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly queryText: string;
  readonly query: URLSearchParams;
}

/**
 * Parses a request target (RFC 9112, 3.2) of any characters. Of an absolute form only the path is used, because the
 * certificate has already proven the host.
 */
export function readRequestTarget(url: string): RequestTarget {
  const [, path = '', queryText = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, queryText, query: new URLSearchParams(queryText) };
}
