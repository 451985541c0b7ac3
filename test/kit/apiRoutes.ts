import { resources } from '../../src/interfaces/api/registry.js';
import type { Route } from '../../src/interfaces/api/resource.js';

/** The routes of API v1 by operation id. */
export const API_ROUTES: Readonly<Record<string, Route>> = Object.fromEntries(
  resources.flatMap(({ routes }) => Object.entries(routes)),
);
