import { VERSION } from '../base/version.js';
import { type Answer, type Handler, type OpenHandler, okay } from './answer.js';
import { routeDocs } from './docs/index.js';
import { openDocs } from './docs/open.js';
import { openApiDocument, type RouteDoc } from './openapi.js';
import type { ApiParts } from './parts.js';
import { followUpRoutes } from './routes/followups.js';
import { documentRoutes } from './routes/documents.js';
import { emailRoutes } from './routes/email.js';
import { invoiceRoutes } from './routes/invoices.js';
import { itemRoutes } from './routes/items.js';
import { openRoutes } from './routes/open.js';
import { printingRoutes } from './routes/printing.js';
import { queueRoutes } from './routes/queue.js';
import { reportRoutes } from './routes/reports.js';
import { statusRoutes } from './routes/status.js';

/** Where the API begins; the version is part of the path. */
export const BASE_PATH = '/api/v1';

export interface Route {
  readonly handler: Handler;
  /** `/invoices/{uuid}`: what the log shows instead of the path. */
  readonly path: string;
  /** `optional`: none stands for an empty object. */
  readonly body: 'none' | 'optional' | 'required';
}

/** Characters that a path parameter may hold; anything else is an unknown path. */
const PARAMETERS: Readonly<Record<string, string>> = {
  uuid: '[0-9a-f-]{36}',
  id: '[1-9][0-9]{0,14}',
  // Clients encode the colon, and may encode any character.
  clientRequestId: '(?:[A-Za-z0-9._:-]|%[2-7][0-9A-Fa-f]){8,64}',
};

/**
 * The document that describes the API, made from what the validators are made from. It is made once for an origin, since
 * anybody may ask for it at any rate.
 */
export class ApiDescription {
  private made: { readonly origin: string; readonly text: string } | undefined;

  /** `publicUrl`: the origin under which clients reach the box at the moment. */
  constructor(private readonly publicUrl: () => string) {}

  answer(): Answer {
    const origin = this.publicUrl();
    if (this.made?.origin !== origin) {
      const document = openApiDocument(
        { ...routeDocs, ...openDocs },
        { version: VERSION, serverUrl: `${origin}${BASE_PATH}` },
      );
      this.made = { origin, text: JSON.stringify(document) };
    }
    return okay(this.made.text, { 'Content-Type': 'application/json; charset=utf-8' });
  }
}

export class Router {
  private readonly routes: readonly (Route & { readonly method: string; readonly pattern: RegExp })[];
  private readonly open: ReadonlyMap<string, OpenHandler>;

  constructor(parts: ApiParts, description: ApiDescription) {
    const open = openRoutes(parts);
    this.open = new Map(
      Object.entries(openDocs).map(([operation, { path }]) => [path, open[operation as keyof typeof openDocs]]),
    );
    const handlers: Record<keyof typeof routeDocs, Handler> = {
      ...statusRoutes(parts),
      ...invoiceRoutes(parts),
      ...followUpRoutes(parts),
      ...documentRoutes(parts),
      ...emailRoutes(parts),
      ...printingRoutes(parts),
      ...queueRoutes(parts),
      ...itemRoutes(parts),
      ...reportRoutes(parts),
      getOpenApi: () => description.answer(),
    };
    this.routes = Object.entries<RouteDoc>(routeDocs).map(([operation, doc]) => ({
      method: doc.method.toUpperCase(),
      path: doc.path,
      pattern: patternOf(doc.path),
      body: doc.requestBody === undefined ? 'none' : doc.bodyIsOptional === true ? 'optional' : 'required',
      handler: handlers[operation as keyof typeof routeDocs],
    }));
  }

  /** The route that answers a GET without a key; `path` is without a trailing slash. */
  findOpen(path: string): OpenHandler | undefined {
    return this.open.get(path);
  }

  /** Finds the route of a method and a path; undefined for an unknown one. A trailing slash is ignored. */
  find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
    if (!path.startsWith(`${BASE_PATH}/`)) return undefined;
    const asked = path.slice(BASE_PATH.length).replace(/(?<=.)\/$/, '');
    // HEAD is a GET whose body is not sent (RFC 9110, 9.3.2).
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const route of this.routes) {
      const match = route.method === wanted ? route.pattern.exec(asked) : null;
      if (match !== null) return { route, params: { ...match.groups } };
    }
    return undefined;
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(
    `^${template.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${PARAMETERS[name] ?? ''})`)}$`,
  );
}
