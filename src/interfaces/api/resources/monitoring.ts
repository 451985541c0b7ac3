import type { JsonSchema } from '../../../base/index.js';
import { PROMETHEUS_MEDIA_TYPE, metricsText } from '../../health/index.js';
import { okay } from '../../../platform/http/index.js';
import { TEXT_EXAMPLES } from '../examples.js';
import { json } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { OpenContext, Resource } from '../resource.js';
import { flag, listOf, record, text } from '../schemas.js';

const alive: JsonSchema = record({ status: { const: 'ok' } });

const readiness: JsonSchema = record({
  ready: { ...flag, description: 'Whether a receipt can be issued at all.' },
  failing: { ...listOf(text), description: 'Names of the checks that stand in the way, the first to be mended first.' },
});

/**
 * Routes for monitoring programs at the root of the box, without a key. They return nothing secret, and their cost does
 * not grow with the request rate.
 */
export const open = {
  tag: 'Box',
  responses: { Alive: alive, Readiness: readiness },
  routes: {
    getAlive: {
      method: 'get',
      path: '/healthz',
      isOpen: true,
      summary: 'Whether the service answers',
      description: 'Nothing is checked for it.',
      responses: { 200: json('It does.', alive) },
      handler: () => okay({ status: 'ok' }),
    },
    getReadiness: {
      method: 'get',
      path: '/readyz',
      isOpen: true,
      summary: 'Whether a receipt can be issued',
      description:
        'As the checks found it up to two seconds ago; `GET /status` tells the reasons to callers with a key.',
      responses: { 200: json('It can.', readiness), 503: json('It cannot.', readiness) },
      async handler(_ctx, { checks }) {
        const failing = (await checks.checks()).filter(({ blocks }) => blocks).map(({ name }) => name);
        const ready = failing.length === 0;
        return { status: ready ? 200 : 503, body: { ready, failing: [...new Set(failing)] } };
      },
    },
    getMetrics: {
      method: 'get',
      path: '/metrics',
      isOpen: true,
      summary: 'Figures for Prometheus',
      description:
        'Off unless the setting `metrics` is true; while it is off this is an unknown path: 401 without a key, 404 with one.',
      responses: {
        200: {
          description: 'The text format of Prometheus, version 0.0.4.',
          mediaType: PROMETHEUS_MEDIA_TYPE,
          example: TEXT_EXAMPLES.metrics,
          schema: { type: 'string' },
        },
      },
      errors: [404],
      async handler(_ctx, { settings, health, checks }) {
        if (!settings.now.metrics) return undefined;
        return okay(await metricsText(health, await checks.checks()), {
          'Content-Type': `${PROMETHEUS_MEDIA_TYPE}; charset=utf-8`,
        });
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'settings' | 'health' | 'checks'>, OpenContext>;

type DescriptionDeps = Pick<ResourceDeps, 'description'>;

const openApi = {
  method: 'get',
  path: '/openapi.json',
  summary: 'This document',
  description: 'The same stands at `/openapi.json`, at the root of the box, where it opens without a key.',
  responses: { 200: { ...json('An OpenAPI 3.1 document.', { type: 'object' }), example: { openapi: '3.1.0' } } },
  handler: (_ctx: unknown, { description }: DescriptionDeps) =>
    okay(description.json, { 'Content-Type': 'application/json; charset=utf-8' }),
} as const;

/** The API description as part of the API. */
export const description = { tag: 'Box', routes: { getOpenApi: openApi } } satisfies Resource<DescriptionDeps>;

/** The API description at the root of the box, without a key. */
export const openDescription = {
  tag: 'Box',
  routes: { getOpenApi: { ...openApi, isOpen: true } },
} satisfies Resource<DescriptionDeps, OpenContext>;
