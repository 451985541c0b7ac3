import type { Middleware } from 'koa';
import { readRequestTarget } from './requestTarget.js';

/** What `ctx.state` holds for every request. */
export interface RequestState {
  /** Names this request in the log and to its caller; also the `ref` of a server error. */
  id: string;
  /** The query as it was sent; a parameter that is given twice is there twice. */
  query: URLSearchParams;
}

/** Neither part of a path that the box has, nor changed by any parser of URLs. */
const NOT_PRINTABLE = /[^!-~]/g;
const NO_CHARACTER = '%FF';
/** For what is no path, such as `*`. */
const NO_PATH = '/*';

/**
 * Rewrites the URL of a request to a path and a query (the origin form of RFC 9112, 3.2.1), since Koa and its router
 * throw on some targets that are allowed, such as `http://[::1/api`, and take `//a@b/c` for a host. Characters other
 * than printable ASCII, which no URL holds, become `%FF` in `ctx.url`.
 */
export const originForm: Middleware<RequestState> = (ctx, next) => {
  const { path, query, queryText } = readRequestTarget(ctx.req.url ?? '');
  ctx.state.query = query;
  const pathname = path === '' || path.startsWith('/') ? `/${path.slice(1)}` : NO_PATH;
  ctx.url = `${pathname}${queryText === '' ? '' : `?${queryText}`}`.replace(NOT_PRINTABLE, NO_CHARACTER);
  return next();
};
