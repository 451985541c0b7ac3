import type { Message } from '../../base/index.js';
import type { Middleware } from 'koa';
import { readRequestTarget } from './requestTarget.js';

/** The content of `ctx.state` of every request. */
export interface RequestState {
  /** Identifies this request in the log and to its client; also the `ref` of a server error. */
  id: string;
  /** The query as sent; a repeated parameter occurs repeatedly. */
  query: URLSearchParams;
  /** Serbian of a message; set for requests of pages only. The errors of the API follow its contract. */
  serbian?: (message: Message) => string;
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
