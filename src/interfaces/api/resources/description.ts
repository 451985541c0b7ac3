import { okay } from '../../../platform/http/index.js';
import { json } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { OpenContext, Resource } from '../resource.js';

type DescriptionParts = Pick<ResourceParts, 'description'>;

const openApi = {
  method: 'get',
  path: '/openapi.json',
  summary: 'This document',
  description: 'The same stands at `/openapi.json`, at the root of the box, where it opens without a key.',
  responses: { 200: { ...json('An OpenAPI 3.1 document.', { type: 'object' }), example: { openapi: '3.1.0' } } },
  handler: (_ctx: unknown, { description }: DescriptionParts) =>
    okay(description.json, { 'Content-Type': 'application/json; charset=utf-8' }),
} as const;

/** The API description as part of the API. */
export const description = { tag: 'Box', routes: { getOpenApi: openApi } } satisfies Resource<DescriptionParts>;

/** The API description at the root of the box, without a key. */
export const openDescription = {
  tag: 'Box',
  routes: { getOpenApi: { ...openApi, isOpen: true } },
} satisfies Resource<DescriptionParts, OpenContext>;
