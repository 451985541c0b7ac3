import { MEDIA_TYPE } from '../../health/exposition.js';
import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { json } from './parameters.js';

/** What programs that watch the box ask; at its root, without a key. */
export const openDocs = {
  getAlive: {
    method: 'get',
    path: '/healthz',
    isOpen: true,
    summary: 'Whether the service answers',
    responses: { 200: json('It does.', shapes.Alive) },
  },
  getReadiness: {
    method: 'get',
    path: '/readyz',
    isOpen: true,
    summary: 'Whether a receipt can be issued',
    description: 'As the checks found it up to two seconds ago; `GET /status` tells the reasons to callers with a key.',
    responses: { 200: json('It can.', shapes.Readiness), 503: json('It cannot.', shapes.Readiness) },
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
        mediaType: MEDIA_TYPE,
        schema: { type: 'string' },
      },
    },
    errors: [404],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
