import type { Result } from '../../base/index.js';
import { shownCode, type CreatedUser, type UserFault } from '../../access/index.js';
import { type HttpResponse, okay } from '../../http/index.js';
import type { StoredTablet, StoredUser } from '../../ledger/index.js';
import { webError } from '../answers.js';
import type { WebParts } from '../parts.js';
import { cookieRemoved, cookieWith, readCookie } from '../session/cookies.js';
import type { Session } from '../session/sessions.js';
import { sessionOf, type WebRequest, type WebRoute } from '../webRoute.js';

const WRONG = webError('wrong_secret', 'The name and the password do not belong together.');
const CLAIMED = webError('claimed', 'Somebody owns this box already.');
const EVERYBODY = ['owner', 'technician', 'cashier'] as const;

/** Signing in and out, claiming a new box, and the way back in for an owner who has forgotten the password. */
export const sessionRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/session',
    access: 'anybody',
    handler: ({ ctx }, parts) => okay(sessionState(ctx, parts)),
  },
  { method: 'post', path: '/web/session', takesBody: true, access: 'anybody', handler: signIn },
  {
    method: 'delete',
    path: '/web/session',
    access: 'signed-in',
    roles: EVERYBODY,
    handler({ session }, { sessions }) {
      sessions.end((one) => one === session);
      return okay({ ok: true }, { 'Set-Cookie': cookieRemoved('session') });
    },
  },
  { method: 'post', path: '/web/claim', takesBody: true, access: 'anybody', handler: claimBox },
  { method: 'post', path: '/web/recovery', takesBody: true, access: 'anybody', handler: recover },
];

/** What a page knows before and after somebody has signed in. */
function sessionState(ctx: WebRequest['ctx'], parts: WebParts): object {
  const { users, settings, tablets } = parts;
  const session = sessionOf(ctx, parts);
  const { environment } = settings.now;
  const box = { environment, mode: settings.now[`pfr.${environment}`].mode };
  const tablet = tablets.find(readCookie(ctx, 'tablet'));
  const isOnTablet = tablet !== undefined;
  if (session !== undefined) return { state: 'signed-in', user: session.user, csrf: session.csrf, isOnTablet, box };
  if (!users.isClaimed) return { state: 'unclaimed', box };
  // Only on a tablet that was let in: a stranger learns no names.
  const cashiers = tablet === undefined ? [] : users.list().filter(({ role }) => role === 'cashier');
  return { state: 'signed-out', isOnTablet, cashiers: cashiers.map(({ name }) => name), box };
}

async function signIn({ ctx, body }: WebRequest, parts: WebParts): Promise<HttpResponse> {
  const { users, tablets, attempts } = parts;
  const { name, secret } = textsOf(body, ['name', 'secret']);
  const tablet = tablets.find(readCookie(ctx, 'tablet'));
  const named = users.findByName(name);
  const isCashier = named?.role === 'cashier';
  // However the name is spelled, guesses at one person are counted together.
  const pinName = (named?.name ?? name).trim().toLocaleLowerCase('sr');
  const pinWait = attempts.pinWait(pinName);
  if (isCashier && tablet !== undefined && pinWait > 0) return slowDown(pinWait);
  return guess(ctx, parts, pinName, async () => {
    const found = await users.authenticate(name, secret);
    if (!found.ok) return slowDown(1000);
    const user = found.value;
    // Elsewhere than on a tablet that was let in a right PIN is answered as a wrong one is.
    const mayHere = user !== undefined && (user.role !== 'cashier' || tablet !== undefined);
    if (isCashier && tablet !== undefined) attempts[mayHere ? 'rightPin' : 'wrongPin'](pinName);
    return mayHere ? signedIn(ctx, parts, user, tablet) : undefined;
  });
}

async function claimBox({ ctx, body }: WebRequest, parts: WebParts): Promise<HttpResponse> {
  const { users, claim, tablets } = parts;
  if (users.isClaimed) return CLAIMED;
  const { code, name, secret } = textsOf(body, ['code', 'name', 'secret']);
  return guess(ctx, parts, 'claim', async () => {
    if (!claim.accepts(code)) return undefined;
    const tablet = tablets.find(readCookie(ctx, 'tablet'));
    return ownerResponse(ctx, parts, await users.create(name, 'owner', secret), tablet);
  });
}

async function recover({ ctx, body }: WebRequest, parts: WebParts): Promise<HttpResponse> {
  const { code, secret } = textsOf(body, ['code', 'secret']);
  return guess(ctx, parts, 'recovery', async () => {
    const recovered = await parts.users.recover(code, secret);
    if (recovered.ok && recovered.value === undefined) return undefined;
    const tablet = parts.tablets.find(readCookie(ctx, 'tablet'));
    return ownerResponse(ctx, parts, recovered as Result<CreatedUser, UserFault>, tablet);
  });
}

/** Tries a secret, no sooner than guesses may be made; undefined from `work`: it is wrong. */
async function guess(
  ctx: WebRequest['ctx'],
  parts: WebParts,
  user: string,
  work: () => Promise<HttpResponse | undefined>,
): Promise<HttpResponse> {
  const { attempts, connectionLimiter, clock, events } = parts;
  const { kind, peer } = connectionLimiter.callerAt(ctx.req.socket.remoteAddress);
  const wait = attempts.take(kind, peer.address, user);
  if (wait === undefined) {
    events.count('user.refused', { reason: 'too many' });
    return slowDown(10_000);
  }
  if (wait > 0) await clock.sleep(wait);
  const response = await work();
  if (response === undefined) {
    events.count('user.refused', { reason: 'wrong' });
    return WRONG;
  }
  if (response.status === 200) attempts.giveBack(kind, peer.address, user);
  return response;
}

function ownerResponse(
  ctx: WebRequest['ctx'],
  parts: WebParts,
  created: Result<CreatedUser, UserFault>,
  tablet: StoredTablet | undefined,
): HttpResponse {
  if (!created.ok) return webError('validation', created.error.message, { kind: created.error.kind });
  const { user, recoveryCode } = created.value;
  const shown = recoveryCode === null ? null : shownCode(recoveryCode);
  return signedIn(ctx, parts, user, tablet, { recoveryCode: shown });
}

/** Begins a session under a new token, whatever the device had before; the session it had ends. */
function signedIn(
  ctx: WebRequest['ctx'],
  parts: WebParts,
  user: StoredUser,
  tablet: StoredTablet | undefined,
  more: object = {},
): HttpResponse {
  const { sessions, connectionLimiter, log } = parts;
  const before: Session | undefined = sessionOf(ctx, parts);
  sessions.end((one) => one === before);
  const { peer } = connectionLimiter.callerAt(ctx.req.socket.remoteAddress);
  const { token, session } = sessions.begin({ user, tablet: tablet?.id ?? null, address: peer.address });
  connectionLimiter.markAuthenticated(ctx.req.socket, user.id);
  log('user.signed_in', { id: user.id, role: user.role });
  return okay({ user: session.user, csrf: session.csrf, ...more }, { 'Set-Cookie': cookieWith('session', token) });
}

function slowDown(ms: number): HttpResponse {
  return webError('slow_down', 'Too many attempts; wait, then try again.', { wait: Math.ceil(ms / 1000) });
}

/** Members of a body that must be texts; what is none counts as empty, and so fits nothing. */
function textsOf<const N extends string>(body: WebRequest['body'], names: readonly N[]): Readonly<Record<N, string>> {
  const texts = names.map((name) => {
    const value = body[name];
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(texts) as Record<N, string>;
}
