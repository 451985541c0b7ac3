import { defineMessages, MAKER, type Result, SUPPLIER } from '../../../base/index.js';
import { CLAIMED, shownCode, type CreatedUser, type UserFault } from '../../../shop/access/index.js';
import { type HttpResponse, okay } from '../../../platform/http/index.js';
import type { StoredTablet, StoredUser } from '../../../platform/ledger/index.js';
import { webError } from '../pageResponses.js';
import type { WebDeps } from '../webDeps.js';
import { cookieRemoved, cookieWith, readCookie } from '../session/cookies.js';
import type { Session } from '../session/sessions.js';
import { sessionOf, type WebRequest, type WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('session', {
  wrongSecret: { en: 'Wrong name or password.', sr: 'Име и лозинка се не слажу.' },
  tooManyAttempts: {
    en: 'Too many attempts; wait, then try again.',
    sr: 'Превише покушаја; сачекајте, па покушајте поново.',
  },
});

const WRONG = webError('wrong_secret', MESSAGES.wrongSecret);
const CLAIMED_BOX = webError('claimed', CLAIMED.message);
/** Stored part of a guessed name that does not exist. */
const LONGEST_NAME = 50;
const EVERYBODY = ['owner', 'technician', 'cashier'] as const;

/** Signing in and out, claiming a new box, and password recovery for an owner. */
export const sessionRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/session',
    access: 'anybody',
    handler: ({ ctx }, deps) => okay(sessionState(ctx, deps)),
  },
  {
    method: 'get',
    path: '/web/identity',
    access: 'anybody',
    handler: (_request, { settings, identity }) => okay(identityOf(settings, identity)),
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

/** State shown on every page: whether the receipts of the box are fiscal. */
export function boxState({ now }: WebDeps['settings']) {
  const { environment } = now;
  const { mode, key } = now[`pfr.${environment}`];
  return { environment, mode, usesCard: key === 'card' };
}

/** Maker, numbers and versions, which must be visible without signing in (Technical Instruction for ESIR, 10 P6). */
function identityOf({ approval, esirNumber }: WebDeps['settings'], identity: WebDeps['identity']): object {
  const { version, isOfBuild } = approval;
  return { maker: MAKER, supplier: SUPPLIER, version, esirNumber, isNumberOfBuild: isOfBuild, ...identity };
}

/** What a page knows before and after a user has signed in. */
function sessionState(ctx: WebRequest['ctx'], deps: WebDeps): object {
  const { users, settings, tablets } = deps;
  const session = sessionOf(ctx, deps);
  const box = boxState(settings);
  const tablet = tablets.find(readCookie(ctx, 'tablet'));
  const isOnTablet = tablet !== undefined;
  if (session !== undefined) return { state: 'signed-in', user: session.user, csrf: session.csrf, isOnTablet, box };
  if (!users.isClaimed) return { state: 'unclaimed', box };
  // Only on an admitted tablet: strangers do not see names.
  const cashiers = tablet === undefined ? [] : users.list().filter(({ role }) => role === 'cashier');
  return { state: 'signed-out', isOnTablet, cashiers: cashiers.map(({ name }) => name), box };
}

async function signIn({ ctx, body }: WebRequest, deps: WebDeps): Promise<HttpResponse> {
  const { users, tablets, attempts } = deps;
  const { name, secret } = textsOf(body, ['name', 'secret']);
  const tablet = tablets.find(readCookie(ctx, 'tablet'));
  const named = users.findByName(name);
  const from = comingFrom(ctx, deps, tablet);
  const guessed = named?.id ?? name.slice(0, LONGEST_NAME);
  const limit: Limit = {
    take: () => attempts.take(...from, guessed),
    giveBack: () => attempts.giveBack(...from, guessed),
  };
  // Without an admitted tablet a PIN is not checked, and a right one gets the same answer as a wrong one.
  const cashier = named?.role === 'cashier' && tablet !== undefined ? named : undefined;
  return guess(deps, limit, async () => {
    const pinWait = cashier === undefined ? 0 : attempts.tryPin(cashier.id);
    if (pinWait > 0) return slowDown(pinWait);
    const found = await users.authenticate(name, secret);
    if (!found.ok) {
      if (cashier !== undefined) attempts.giveBackPin(cashier.id);
      return slowDown(1000);
    }
    const user = found.value;
    if (user === undefined || (user.role === 'cashier' && cashier === undefined)) return undefined;
    if (cashier !== undefined) attempts.rightPin(cashier.id);
    return signedIn(ctx, deps, user, tablet);
  });
}

async function claimBox({ ctx, body }: WebRequest, deps: WebDeps): Promise<HttpResponse> {
  const { users, claim, tablets, changes } = deps;
  if (users.isClaimed) return CLAIMED_BOX;
  const { code, name, secret } = textsOf(body, ['code', 'name', 'secret']);
  return guess(deps, codeLimit(ctx, deps), async () => {
    if (!claim.accepts(code)) return undefined;
    const tablet = tablets.find(readCookie(ctx, 'tablet'));
    const created = await users.createFirst(name, secret);
    if (created.ok) await changes.record(created.value.user, 'users.claim');
    return ownerResponse(ctx, deps, created, tablet);
  });
}

async function recover({ ctx, body }: WebRequest, deps: WebDeps): Promise<HttpResponse> {
  const { code, secret } = textsOf(body, ['code', 'secret']);
  return guess(deps, codeLimit(ctx, deps), async () => {
    const recovered = await deps.users.recover(code, secret);
    if (recovered.ok && recovered.value === undefined) return undefined;
    if (recovered.ok && recovered.value !== undefined) {
      await deps.changes.record(recovered.value.user, 'users.recover');
    }
    const tablet = deps.tablets.find(readCookie(ctx, 'tablet'));
    return ownerResponse(ctx, deps, recovered as Result<CreatedUser, UserFault>, tablet);
  });
}

/**
 * Limit for a guess: how long it waits, ms, or undefined when it is refused; and how to return it when it was not a
 * guess.
 */
interface Limit {
  readonly take: () => number | undefined;
  readonly giveBack: () => void;
}

/** An admitted tablet does not count as a stranger, at any address. */
function comingFrom(ctx: WebRequest['ctx'], deps: WebDeps, tablet: StoredTablet | undefined) {
  const { kind, peer } = deps.connectionLimiter.callerAt(ctx.req.socket.remoteAddress);
  const isKnown = kind === 'stranger' && tablet !== undefined;
  return isKnown ? (['known', `tablet ${tablet.id}`] as const) : ([kind, peer.address] as const);
}

function codeLimit(ctx: WebRequest['ctx'], deps: WebDeps): Limit {
  const { attempts, tablets } = deps;
  const from = comingFrom(ctx, deps, tablets.find(readCookie(ctx, 'tablet')));
  return { take: () => attempts.takeCode(...from), giveBack: () => attempts.giveBackCode(...from) };
}

/** Status of a guess that was not made, because the box was busy or the cashier must wait. */
const TOO_MANY_REQUESTS = 429;

/** Tries a secret, not sooner than guesses may be made. `work` returns undefined when the secret is wrong. */
async function guess(
  { clock, events }: WebDeps,
  limit: Limit,
  work: () => Promise<HttpResponse | undefined>,
): Promise<HttpResponse> {
  const wait = limit.take();
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
  // The secret was right, even if the answer is a refusal, such as for a new password that is too short.
  if (response.status !== TOO_MANY_REQUESTS) limit.giveBack();
  return response;
}

function ownerResponse(
  ctx: WebRequest['ctx'],
  deps: WebDeps,
  created: Result<CreatedUser, UserFault>,
  tablet: StoredTablet | undefined,
): HttpResponse {
  if (!created.ok) {
    const { kind, message } = created.error;
    return kind === 'claimed' ? CLAIMED_BOX : webError('validation', message, { kind });
  }
  const { user, recoveryCode } = created.value;
  const shown = recoveryCode === null ? null : shownCode(recoveryCode);
  return signedIn(ctx, deps, user, tablet, { recoveryCode: shown });
}

/**
 * Starts a session under a new token, and ends the session that the device had. This is the final check of user and
 * tablet: either may have been removed, or the secret changed, while the typed secret was being checked.
 */
function signedIn(
  ctx: WebRequest['ctx'],
  deps: WebDeps,
  user: StoredUser,
  tablet: StoredTablet | undefined,
  more: object = {},
): HttpResponse {
  const { sessions, connectionLimiter, log, users, tablets } = deps;
  const isAdmitted = tablet === undefined || tablets.find(readCookie(ctx, 'tablet')) !== undefined;
  if (!users.isStill(user) || !isAdmitted) return WRONG;
  const before: Session | undefined = sessionOf(ctx, deps);
  sessions.end((one) => one === before);
  const { peer } = connectionLimiter.callerAt(ctx.req.socket.remoteAddress);
  const { token, session } = sessions.begin({ user, tablet: tablet?.id ?? null, address: peer.address });
  connectionLimiter.markAuthenticated(ctx.req.socket, user.id);
  log('user.signed_in', { id: user.id, role: user.role });
  return okay({ user: session.user, csrf: session.csrf, ...more }, { 'Set-Cookie': cookieWith('session', token) });
}

function slowDown(ms: number): HttpResponse {
  return webError('slow_down', MESSAGES.tooManyAttempts, { wait: Math.ceil(ms / 1000) });
}

/** Members of a body that must be texts; any other value counts as empty, and so matches nothing. */
function textsOf<const N extends string>(body: WebRequest['body'], names: readonly N[]): Readonly<Record<N, string>> {
  const texts = names.map((name) => {
    const value = body[name];
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(texts) as Record<N, string>;
}
