import type { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { Result, Message } from '../../base/index.js';
import type { HttpResponse, RequestState } from '../../platform/http/index.js';
import type { ApiState, Caller } from './resource.js';

/** Path of the API routes for people on the pages of the box. */
export const PEOPLE_PATH = '/web/v1';

/**
 * The pages of the box, which the web application serves next to the API. A person who is signed in calls the routes of
 * the API below {@link PEOPLE_PATH} with a cookie. The API itself does not accept the cookie, and the pages accept no
 * API key.
 */
export interface People {
  /** Routes of the pages. They limit requests without a session themselves. */
  readonly routes: Router<RequestState, object>;
  /** True for a request with a session. Its own rate limit then applies, see {@link People.tooMany}. */
  readonly isSignedIn: (ctx: ParameterizedContext) => boolean;
  /**
   * Counts a request with a session, whatever its outcome; returns the response when there are too many. Requests to
   * routes of the API count for the API's rate limit.
   */
  readonly tooMany: (ctx: ParameterizedContext) => HttpResponse | undefined;
  /** A message in Serbian, as a page shows it. */
  readonly serbian: (message: Message) => string;
  /** The caller of an API route on a page; the error is the response that refuses the request. */
  readonly admit: (ctx: ParameterizedContext<ApiState>) => Promise<Result<Caller, HttpResponse>>;
  /** Records the caller after the request was carried out or refused, if the request leaves no record of its own. */
  readonly record: (ctx: ParameterizedContext<ApiState>) => Promise<void>;
}
