/** What a request asks for; `path` as it was sent, percent signs and all. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Reads a request target (RFC 9112, 3.2) of any characters. An absolute form means its path alone: which authority the
 * client believes to speak to is TLS's matter.
 */
export function readTarget(url: string): Target {
  const [, path = '', query = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, query: new URLSearchParams(query) };
}
