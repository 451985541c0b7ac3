import type { JsonSchema } from '../../base/index.js';
import { EXAMPLES } from './examples.js';
import type { ApiDefinition } from './openapi.js';
import type { ResourceDeps } from './apiDeps.js';
import type { OpenContext, Resource, RouteDoc, Tag } from './resource.js';
import { categories, items, taxLabels } from './resources/items.js';
import { closeAdvance, copy, refund } from './resources/followUps.js';
import { description, open, openDescription } from './resources/monitoring.js';
import { documents } from './resources/documents.js';
import { email } from './resources/email.js';
import { events } from './resources/events.js';
import { invoices } from './resources/invoices.js';
import { me } from './resources/me.js';
import { printing } from './resources/printing.js';
import { queue } from './resources/queue.js';
import { reports } from './resources/reports.js';
import { status } from './resources/status.js';
import { error } from './schemas.js';

/** The resources of API v1, in the order of the API document. */
export const resources: readonly Resource<ResourceDeps>[] = [
  ...[status, me, taxLabels, invoices, refund, closeAdvance, copy, documents, email, printing, queue],
  ...[categories, items, reports, events, description],
];

/** Resources at the root of the box that need no key. */
export const openResources: readonly Resource<ResourceDeps, OpenContext>[] = [openDescription, open];

/** The named schemas, in the order of the API document. */
const requestSchemas = {
  ...invoices.requests,
  ...refund.requests,
  ...closeAdvance.requests,
  ...copy.requests,
  ...email.requests,
  ...printing.requests,
  ...items.requests,
} satisfies Readonly<Record<string, JsonSchema>>;

export const responseSchemas = {
  Error: error,
  ...status.responses,
  ...me.responses,
  ...taxLabels.responses,
  ...categories.responses,
  ...invoices.responses,
  ...closeAdvance.responses,
  ...email.responses,
  ...printing.responses,
  ...queue.responses,
  ...items.responses,
  ...reports.responses,
  ...events.responses,
  ...open.responses,
} satisfies Readonly<Record<string, JsonSchema>>;

/** The operation ids of the routes of API v1. */
export type OperationId = keyof (typeof status.routes &
  typeof me.routes &
  typeof taxLabels.routes &
  typeof invoices.routes &
  typeof refund.routes &
  typeof closeAdvance.routes &
  typeof copy.routes &
  typeof documents.routes &
  typeof email.routes &
  typeof printing.routes &
  typeof queue.routes &
  typeof categories.routes &
  typeof items.routes &
  typeof reports.routes &
  typeof events.routes &
  typeof description.routes);

/** Routes by operation id, each with its group in the API document. */
function routesOf<T extends RouteDoc>(
  all: readonly { readonly tag: Tag; readonly routes: Readonly<Record<string, T>> }[],
): Readonly<Record<string, T & { readonly tag: Tag }>> {
  return Object.fromEntries(
    all.flatMap(({ tag, routes }) => Object.entries(routes).map(([id, route]) => [id, { ...route, tag }])),
  );
}

/** Everything that the API document describes. */
export const definition: ApiDefinition = {
  routes: { ...routesOf(resources), ...routesOf([open]) },
  schemas: { ...requestSchemas, ...responseSchemas },
  examples: EXAMPLES,
};
