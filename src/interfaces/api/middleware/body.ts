import type { Middleware } from 'koa';
import { bodyRefusal, MAX_BODY, parseJsonObject, readPlainBody, respond } from '../../../platform/http/index.js';
import type { CallerState } from '../resource.js';

/**
 * Reads the body of a route that takes one into `ctx.state.bytes`. The body of any other request is never read. A
 * caller that disconnects meanwhile gets no response, and nothing is carried out.
 */
export const readBody: Middleware<CallerState, object> = async (ctx, next) => {
  if (ctx.state.route?.requestBody !== undefined) {
    const read = await readPlainBody(ctx.req, MAX_BODY);
    if (!read.ok) {
      if (read.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, read.error));
      return;
    }
    ctx.state.bytes = read.value;
  }
  await next();
};

/**
 * Parses `ctx.state.bytes` into `ctx.state.body`. A separate step, because a sale's body is parsed only when its caller
 * has a turn.
 */
export const parseBody: Middleware<CallerState, object> = async (ctx, next) => {
  const { route, bytes } = ctx.state;
  if (bytes !== undefined) {
    const parsed = parseJsonObject(bytes, route?.bodyIsOptional === true ? 'optional' : 'required', 'infinite');
    if (!parsed.ok) {
      if (parsed.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, parsed.error));
      return;
    }
    ctx.state.body = parsed.value;
  }
  await next();
};
