import { okay } from '../../http/index.js';
import { json } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { OpenContext, Resource } from '../resource.js';

type DescriptionParts = Pick<ResourceParts, 'description'>;

const openApi = {
  method: 'get',
  path: '/openapi.json',
  summary: 'This document',
  responses: { 200: json('An OpenAPI 3.1 document.', { type: 'object' }) },
  handler: (_ctx: unknown, { description }: DescriptionParts) =>
    okay(description.json, { 'Content-Type': 'application/json; charset=utf-8' }),
} as const;

/** The description of the API, as a part of it. */
export const description = { routes: { getOpenApi: openApi } } satisfies Resource<DescriptionParts>;

/** The same at the root of the box, without a key. */
export const openDescription = {
  routes: { getOpenApi: { ...openApi, isOpen: true } },
} satisfies Resource<DescriptionParts, OpenContext>;
