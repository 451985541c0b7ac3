/**
 * Pages for people, served by the box: the till, the settings, the status, and public pages without sign-in.
 *
 * `client/` is the browser application; everything else runs on the box. A page runs the same *operations* as the
 * command line (`performFor.ts`), with the permissions of the user's *role*, and calls API routes below `/web/v1`.
 * *Sessions* are in memory and identified by a cookie. `events/` sends live state as server-sent events. `helper/`
 * helps new devices to trust the box. `open/` has pages without sign-in, `reference/` the API reference, `shell/` the
 * files of the application. `pageText.ts` renders messages for a page, in both languages.
 *
 * Read in this order: `pages.ts` (all routes), `webRoute.ts`, `guard.ts`, `session/sessions.ts`, `performFor.ts`,
 * `routes/till.ts`; in the client `client/app.tsx`, `client/till/tillState.ts` and `client/till/model.ts`.
 */
export { createPages } from './pages.js';
export { helperHandler, type HelperDeps } from './helper/helper.js';
