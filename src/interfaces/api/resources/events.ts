import { type Failed, failed, ok, type Result, type Rule, defineMessages, type Message } from '../../../base/index.js';
import { endOf, errorResponse, type HttpResponse, JSON_TYPE, okay, withSlot } from '../../../platform/http/index.js';
import { decodePlace, encodePlace, type EventPlace } from '../../../platform/ledger/index.js';
import { CURSOR_PATTERN, eventListSchema, eventResponse, isOfEnvironment } from '../event.js';
import { json } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ApiContext, Resource } from '../resource.js';

const MESSAGES = defineMessages('events', {
  badLimit: { en: 'limit must be a whole number from 1 to {most}', sr: 'limit мора бити цео број од 1 до {most}.' },
  badWait: { en: 'wait must be a whole number from 0 to {most}', sr: 'wait мора бити цео број од 0 до {most}.' },
  badCursor: {
    en: 'after must be a cursor of an earlier answer, or now',
    sr: 'after мора бити показивач из ранијег одговора, или now.',
  },
});

/** Number of events on a page. */
const LIMIT = { default: 100, most: 1000 } as const;
/** Maximum wait, s. */
const LONGEST_WAIT = 30;

type EventDeps = Pick<ResourceDeps, 'ledger' | 'settings' | 'salePriority' | 'slots' | 'monotonic' | 'longPoll'>;

/** `GET /events`: events read from the ledger. */
export const events = {
  tag: 'Events',
  responses: { EventList: eventListSchema },
  routes: {
    listEvents: {
      method: 'get',
      path: '/events',
      summary: 'What happened, oldest first, from any point on',
      description:
        'Invoices and queued orders of the active environment; print jobs and problems of the box. ' +
        'Keep `cursor` and pass it as `after`: it stays good as long as the ledger exists, also over restarts, updates and a restored ' +
        'backup. Each event comes once to whoever goes on from the cursor of the answer before in the same environment: keep a cursor ' +
        'for each `environment`, since what happened in the other one is passed over. ' +
        'A cursor that this ledger has not given is 422: the box was restored from an older state, or is another one. ' +
        'Begin again then, without `after`, and match what you have by `uuid`.',
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'A cursor, or `now`: only what happens from now on. Left out: from the beginning of the ledger.',
          schema: { type: 'string', pattern: `^(?:now|${CURSOR_PATTERN.slice(1, -1)})$`, examples: ['now'] },
        },
        {
          name: 'limit',
          in: 'query',
          description: 'Most events of this answer.',
          schema: { type: 'integer', minimum: 1, maximum: LIMIT.most, default: LIMIT.default, examples: [100] },
        },
        {
          name: 'wait',
          in: 'query',
          description:
            'When there is nothing yet, the answer waits for so many seconds, or until something happens. ' +
            'Of one key four requests wait; further ones are answered at once.',
          schema: { type: 'integer', minimum: 0, maximum: LONGEST_WAIT, default: 0, examples: [30] },
        },
      ],
      responses: { 200: json('One page.', eventListSchema) },
      errors: [422],
      async handler(ctx, deps) {
        const query = readQuery(ctx.state.query, deps);
        if (!query.ok) return query.error;
        return answer(ctx, deps, query.value);
      },
    },
  },
} satisfies Resource<EventDeps>;

interface EventsQuery {
  readonly after: EventPlace | undefined;
  readonly limit: number;
  /** Wait in s. */
  readonly wait: number;
}

function readQuery(query: URLSearchParams, { ledger }: EventDeps): Result<EventsQuery, HttpResponse> {
  const wrong = (rule: Rule, field: string, message: Message): Failed<HttpResponse> =>
    failed(errorResponse('validation', message, { rule, field }));
  const limit = readNumber(query.get('limit'), LIMIT.default);
  if (limit < 1 || limit > LIMIT.most) {
    return wrong('events.limit-out-of-range', 'limit', MESSAGES.badLimit({ most: LIMIT.most }));
  }
  const wait = readNumber(query.get('wait'), 0);
  if (wait < 0 || wait > LONGEST_WAIT) {
    return wrong('events.wait-out-of-range', 'wait', MESSAGES.badWait({ most: LONGEST_WAIT }));
  }
  const cursor = query.get('after');
  if (cursor === null) return ok({ after: undefined, limit, wait });
  const after = cursor === 'now' ? ledger.events.now : decodePlace(cursor);
  if (after !== undefined) return ok({ after, limit, wait });
  return wrong('events.cursor-malformed', 'after', MESSAGES.badCursor);
}

/** Returns -1 for a text that is not a whole number. */
function readNumber(text: string | null, absent: number): number {
  if (text === null) return absent;
  return /^\d{1,6}$/.test(text) ? Number(text) : -1;
}

/** Reads until there is an event to return, or the wait is over. */
async function answer(ctx: ApiContext, deps: EventDeps, { after, limit, wait }: EventsQuery): Promise<HttpResponse> {
  const { ledger, monotonic, longPoll } = deps;
  const { id } = ctx.state.caller;
  const until = monotonic() + wait * 1000;
  const signal = wait === 0 ? undefined : endOf(ctx);
  for (let place = after; ;) {
    const { response, isNews, end, lastSequence } = await readPage(ctx, deps, place, limit);
    const left = until - monotonic();
    if (isNews || signal === undefined || left <= 0) return response;
    place = end;
    const hasGrown = ledger.events.lastSequence > lastSequence;
    if (!hasGrown && !(await longPoll.hasGrown(id, left, signal))) return response;
  }
}

interface PageRead {
  readonly response: HttpResponse;
  /** True when the response should be sent before the wait is over. */
  readonly isNews: boolean;
  readonly end: EventPlace | undefined;
  /** Last sequence of the log at the time of reading. */
  readonly lastSequence: number;
}

async function readPage(
  ctx: ApiContext,
  { ledger, settings, salePriority, slots }: EventDeps,
  after: EventPlace | undefined,
  limit: number,
): Promise<PageRead> {
  let [isNews, end, lastSequence] = [true, after, 0];
  const response = await withSlot(slots.events, ctx.state.caller.id, ctx, async () => {
    const { environment } = settings.now;
    const { slice } = salePriority;
    const page = await ledger.events.page({
      ...{ after, limit, slice },
      accepts: (content) => isOfEnvironment(content, environment),
      give: (event) => JSON.stringify(eventResponse(event)),
    });
    if (!page.ok) {
      return errorResponse('validation', UNKNOWN_CURSOR, { rule: 'events.cursor-unknown', field: 'after' });
    }
    const { events: found, place, more } = page.value;
    ({ lastSequence } = page.value);
    isNews = found.length > 0 || more;
    end = place;
    const cursor = place === undefined ? '' : encodePlace(place);
    const rest = JSON.stringify({ cursor, more }).slice(1);
    return okay(`{"environment":"${environment}","events":[${found.join()}],${rest}`, { 'Content-Type': JSON_TYPE });
  });
  return { response, isNews, end, lastSequence };
}

const UNKNOWN_CURSOR =
  'after is a cursor that this ledger has not given: the box was restored from an older state, or is another one. ' +
  'Begin again without after, and match what you have by uuid: invoices issued after that state may be missing here';
