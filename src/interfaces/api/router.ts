import { Readable } from 'node:stream';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { respond } from '../../platform/http/index.js';
import type { ResourceDeps } from './apiDeps.js';
import type { ApiState, CallerState, ContextOf, PathParameter, Resource, Route } from './resource.js';

/** Base path of the API, including its version. */
export const BASE_PATH = '/api/v1';

/** Allowed characters of path parameters. Any other path is unknown. */
const PARAMETERS: Readonly<Record<string, string>> = {
  uuid: '[0-9a-f-]{36}',
  id: '[1-9][0-9]{0,14}',
  // Clients encode the colon, and may encode any character.
  clientRequestId: '(?:[A-Za-z0-9._:-]|%[2-7][0-9A-Fa-f]){8,64}',
} satisfies Record<PathParameter, string>;

/**
 * The routes of resources below `prefix`. Paths are passed to the router as regular expressions, because its own syntax
 * (path-to-regexp 8) cannot restrict the characters of a parameter, ignores case, and decodes matches, so that
 * `/items/%31` would be `/items/1`. Handlers get parameters as they were sent.
 */
export function routerOf<State extends ApiState>(
  prefix: string,
  resources: readonly Resource<ResourceDeps, ContextOf<State>>[],
  deps: ResourceDeps,
): Router<State, object> {
  const router = new Router<State, object>();
  for (const [operation, route] of resources.flatMap(({ routes }) => Object.entries(routes))) {
    const pattern = patternOf(prefix + route.path);
    router[route.method](operation, pattern, async (ctx, next) => {
      ctx.params = { ...pattern.exec(ctx.path)?.groups };
      const response = await route.handler(ctx, deps);
      // A change that was carried out is always reported. The result of a read is withheld if the key was revoked
      // meanwhile.
      const refusal = route.method === 'get' ? ctx.state.caller?.turnedAway() : undefined;
      if (refusal !== undefined && response?.body instanceof Readable) response.body.destroy();
      if (response === undefined) await next();
      else respond(ctx, refusal ?? response);
    });
  }
  return router;
}

/**
 * Finds the route for a method and path before the caller is authenticated. The log needs the route even when the
 * caller is refused, and the route determines whether the body is read.
 */
export function findRoute(
  router: Router<CallerState, object>,
  resources: readonly Resource[],
): Middleware<ApiState, object> {
  const routes = new Map<string | undefined, Route>(resources.flatMap(({ routes }) => Object.entries(routes)));
  return (ctx, next) => {
    const [layer] = router.match(ctx.path, ctx.method).pathAndMethod;
    ctx.state.route = routes.get(layer?.name);
    ctx.state.operation = layer?.name;
    return next();
  };
}

/** Matches the path of a route, with or without a trailing slash. */
function patternOf(path: string): RegExp {
  const text = path
    .replace('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${PARAMETERS[name] ?? ''})`);
  return new RegExp(`^${text}/?$`);
}
