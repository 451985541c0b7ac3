import type { Middleware } from 'koa';
import { bodyRefusal, MAX_BODY, readJsonObject, respond } from '../../http/index.js';
import type { CallerState } from '../resource.js';

/**
 * Reads the body of a route that takes one into `ctx.state.body`; that of any other request is never read. A caller that
 * goes away meanwhile gets no response, and nothing is carried out.
 */
export const readBody: Middleware<CallerState, object> = async (ctx, next) => {
  const { route } = ctx.state;
  if (route?.requestBody !== undefined) {
    const read = await readJsonObject(
      ctx.req,
      route.bodyIsOptional === true ? 'optional' : 'required',
      MAX_BODY,
      'infinite',
    );
    if (!read.ok) {
      if (read.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, read.error));
      return;
    }
    ctx.state.body = read.value;
  }
  await next();
};
