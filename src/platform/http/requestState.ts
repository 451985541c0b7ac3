import { type Bilingual, type Message, secureRandom } from '../../base/index.js';
import type { Middleware } from 'koa';

/** The content of `ctx.state` of every request. */
export interface RequestState {
  /** Identifies this request in the log and to its client; also the `ref` of a server error. */
  id: string;
  /** The query as sent; a repeated parameter occurs repeatedly. */
  query: URLSearchParams;
  /** A message as a page shows it; set for requests of pages only. The errors of the API follow its contract. */
  onPage?: (message: Message) => Bilingual;
}

/** A character that is in no path of the box, and that no URL parser changes. */
const NOT_PRINTABLE = /[^!-~]/g;
const NO_CHARACTER = '%FF';
/** Used if the target is not a path, such as `*`. */
const NO_PATH = '/*';

/**
 * Rewrites the URL of a request to a path and a query (the origin form of RFC 9112, 3.2.1). Koa and its router throw on
 * some allowed targets, such as `http://[::1/api`, and mistake `//a@b/c` for a host. Characters other than printable
 * ASCII, which no URL contains, become `%FF` in `ctx.url`.
 */
export const originForm: Middleware<RequestState> = (ctx, next) => {
  const { path, query, queryText } = readRequestTarget(ctx.req.url ?? '');
  ctx.state.query = query;
  const pathname = path === '' || path.startsWith('/') ? `/${path.slice(1)}` : NO_PATH;
  ctx.url = `${pathname}${queryText === '' ? '' : `?${queryText}`}`.replace(NOT_PRINTABLE, NO_CHARACTER);
  return next();
};

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

/** The id of a request, for its client and the log. The box always creates it, because a client could send anything. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** 16 random hex digits. */
export function newRequestId(): string {
  return secureRandom(8).toString('hex');
}

/** Gives each request its id, in `ctx.state` and in the response header. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  ctx.state.id = newRequestId();
  ctx.set(REQUEST_ID_HEADER, ctx.state.id);
  return next();
};
