import type { AppLoadContext } from '@remix-run/node';
import { resolveSignedIn, resolveToken, type FoundSessions } from '#modules/identity';
import { anonymous, type Actor, type ActorOf, type ClinicRole, mayAs } from '#platform/base/actor';
import type { Audience, Call } from '#platform/base/call';
import { minutes } from '#platform/base/duration';
import { createContext, onLivePool, type Ctx } from '#platform/context';
import { audit } from '#engine';
import { AppError, isAppError } from '#platform/base/errors';
import { defaultLocale, isLocale, type Locale } from '#platform/base/locale';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import { type Principal, readCookie } from './session.server';

type FileOwner = ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'phone-verified'>;

/** The actor that each audience lets in. */
export interface ActorFor {
  public: Actor;
  session: ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'staff'>;
  owner: FileOwner;
  party: ActorOf<'patient'> | ActorOf<'clinic'>;
  'approved-party': ActorOf<'patient'> | ActorOf<'clinic'>;
  'phone-verified': ActorOf<'phone-verified'> | ActorOf<'patient'>;
  'phone-verified-clinic': ActorOf<'phone-verified'> | ActorOf<'clinic'>;
  patient: ActorOf<'patient'>;
  clinic: ActorOf<'clinic'>;
  'approved-clinic': ActorOf<'clinic'>;
  'clinic-owner': ActorOf<'clinic'>;
  'approved-owner': ActorOf<'clinic'>;
  'clinic-manager': ActorOf<'clinic'>;
  'clinic-doctor': ActorOf<'clinic'>;
  'writing-party': ActorOf<'patient'> | ActorOf<'clinic'>;
  'dealing-party': ActorOf<'patient'> | ActorOf<'clinic'>;
  'registering-clinic': ActorOf<'phone-verified'> | ActorOf<'clinic'>;
  staff: ActorOf<'staff'>;
  'staff-admin': ActorOf<'staff'>;
}

/** A patient or a clinic may be meant. */
const ofBoth = [
  'owner',
  'party',
  'approved-party',
  'writing-party',
  'dealing-party',
] as const satisfies readonly Audience[];
type OfBoth = (typeof ofBoth)[number];
const isOfBoth = (audience: Audience): audience is OfBoth =>
  (ofBoth as readonly Audience[]).includes(audience);

const principals: Record<Exclude<Audience, 'session' | OfBoth>, Principal> = {
  public: 'patient',
  'phone-verified': 'patient',
  'phone-verified-clinic': 'clinic',
  patient: 'patient',
  clinic: 'clinic',
  'approved-clinic': 'clinic',
  'clinic-owner': 'clinic',
  'approved-owner': 'clinic',
  'clinic-manager': 'clinic',
  'clinic-doctor': 'clinic',
  'registering-clinic': 'clinic',
  staff: 'staff',
  'staff-admin': 'staff',
};

/** A member of a clinic who may what this role may. */
const isMember = (actor: Actor, least: ClinicRole): boolean =>
  actor.kind === 'clinic' && mayAs(actor.member.role, least);
const isApprovedMember = (actor: Actor, least: ClinicRole): boolean =>
  isMember(actor, least) && accepts['approved-clinic'](actor);

const accepts: Record<Audience, (actor: Actor) => boolean> = {
  public: () => true,
  session: ({ kind }) => kind === 'patient' || kind === 'clinic' || kind === 'staff',
  party: ({ kind }) => kind === 'patient' || kind === 'clinic',
  'approved-party': (a) => accepts.patient(a) || accepts['approved-clinic'](a),
  owner: (a) => accepts.patient(a) || accepts['phone-verified-clinic'](a),
  'phone-verified': (a) =>
    (a.kind === 'phone-verified' && a.role === 'patient') || a.kind === 'patient',
  'phone-verified-clinic': (a) =>
    (a.kind === 'phone-verified' && a.role === 'clinic' && !a.owesProof) || a.kind === 'clinic',
  patient: (a) => a.kind === 'patient',
  clinic: (a) => a.kind === 'clinic',
  'approved-clinic': (a) => a.kind === 'clinic' && a.approved,
  'clinic-owner': (a) => isMember(a, 'owner'),
  'approved-owner': (a) => isApprovedMember(a, 'owner'),
  'clinic-manager': (a) => isApprovedMember(a, 'manager'),
  'clinic-doctor': (a) => isApprovedMember(a, 'doctor'),
  'writing-party': (a) => accepts.patient(a) || isApprovedMember(a, 'doctor'),
  'dealing-party': (a) => accepts.patient(a) || isApprovedMember(a, 'manager'),
  'registering-clinic': (a) =>
    accepts['phone-verified-clinic'](a) && (a.kind !== 'clinic' || isMember(a, 'owner')),
  staff: (a) => a.kind === 'staff',
  'staff-admin': (a) => a.kind === 'staff' && a.role === 'admin',
};

const candidates = (audience: Audience, asked?: Principal): readonly Principal[] => {
  if (asked) return [asked];
  if (audience === 'session') return ['patient', 'clinic', 'staff'];
  return isOfBoth(audience) ? ['patient', 'clinic'] : [principals[audience]];
};

interface Authentication {
  /** Live streams and status polling: the session is not renewed. */
  readonly quiet?: boolean;
  /** Asks on the pool of live streams. */
  readonly live?: boolean;
  /** Whose cookie counts, where the audience leaves it open. */
  readonly principal?: Principal;
  /** What the same page has looked up already. */
  readonly found?: FoundSessions;
  /** Asks for what stands around the answer: its own language is not meant, but that of the account. */
  readonly beside?: boolean;
  /** Nothing but `principal` says who of several signed-in people is meant. */
  readonly onlyOne?: boolean;
}

/**
 * Authenticates a request for an audience. Throws `unauthenticated` without a session, `forbidden` with one that may
 * not, `role_forbidden` where another member of the clinic may, and `which_session` with several where only one can be meant.
 */
export async function contextFor<A extends Audience>(
  load: AppLoadContext,
  request: Request,
  audience: A,
  options: Authentication = {},
): Promise<Ctx<ActorFor[A]>> {
  const ctx = await whoAsks(load, request, audience, options);
  if (accepts[audience](ctx.actor)) return { ...ctx, actor: ctx.actor as ActorFor[A] };
  throw refusalOf(ctx.actor, audience);
}

/** The patient, or the approved clinic, who reads a page that is for everybody; null for others. */
export async function partyBeside(
  ctx: Ctx,
  { request, found }: { request: Request; found?: FoundSessions | undefined },
): Promise<Ctx<ActorFor['approved-party']> | null> {
  const { actor } = ctx;
  if (actor.kind === 'patient') return { ...ctx, actor };
  const token = readCookie(ctx.services.env, request, 'clinic');
  const signedIn = token
    ? await resolveSignedIn(ctx, { principal: 'clinic', token, renew: false, found })
    : null;
  const clinic = signedIn?.actor;
  return clinic?.kind === 'clinic' && clinic.approved ? { ...ctx, actor: clinic } : null;
}

/** What software shows as a token in place of a cookie; null where it shows none. */
export function bearerOf(request: Request): string | null {
  const shown = request.headers.get('Authorization') ?? '';
  return /^Bearer\b/i.test(shown) ? shown.slice('Bearer'.length).trim() : null;
}

/** Per token: software asks more often than people. */
const tokenRate = (factor: number): Rule => ({
  name: 'http.token',
  limit: 120 * factor,
  window: minutes(1),
});

/** Who shows a token; anonymous where it is not good. No cookie counts. */
async function softwareOf(load: AppLoadContext, token: string): Promise<Ctx> {
  const { services, requestId, ip, log, locale, localeIsSaid } = load;
  const known = { requestId, ip, log, locale, localeIsSaid };
  const ctx = createContext(services, anonymous as Actor, known);
  return { ...ctx, actor: (await resolveToken(ctx, token)) ?? anonymous };
}

/**
 * Authenticates software for a call by its token. Throws `unauthenticated` for a token that is not good, `scope_missing` where
 * it was not made for this call, or none is, what {@link contextFor} throws, and `too_many_requests`.
 */
export async function contextForToken<A extends Audience>(
  load: AppLoadContext,
  token: string,
  { audience, scope }: Pick<Call, 'scope'> & { audience: A },
): Promise<Ctx<ActorFor[A]>> {
  const ctx = await softwareOf(load, token);
  const { actor } = ctx;
  // Calls for everybody ask for no session, so none of their failures says that one is missing.
  if (actor.kind !== 'clinic' || !actor.token)
    throw new AppError(scope ? 'unauthenticated' : 'scope_missing');
  const factor = ctx.services.env.mode === 'production' ? 1 : 100;
  await requireRateLimit(ctx, tokenRate(factor), actor.token.id);
  if (!scope || !actor.token.scopes.includes(scope)) throw new AppError('scope_missing');
  if (!accepts[audience](actor)) throw refusalOf(actor, audience);
  return { ...ctx, actor: actor as ActorFor[A] };
}

/** Whether another door would let in whom one has let in. @throws AppError `forbidden`, `role_forbidden` */
export function requireAudience({ actor }: Ctx, audience: Audience): void {
  if (!accepts[audience](actor)) throw refusalOf(actor, audience);
}

/** A member of a clinic's team whose role is not enough reads so: an owner of the clinic could get in. */
function refusalOf(actor: Actor, audience: Audience): AppError {
  if (actor.kind === 'anonymous') return new AppError('unauthenticated');
  const isOwner = actor.kind !== 'clinic' || actor.member.role === 'owner';
  if (isOwner) return new AppError('forbidden');
  const owner: Actor = { ...actor, member: { ...actor.member, role: 'owner' } };
  return new AppError(accepts[audience](owner) ? 'role_forbidden' : 'forbidden');
}

/** The first of the possible people whom the audience lets in, else the last one who is signed in at all. */
async function whoAsks(
  load: AppLoadContext,
  request: Request,
  audience: Audience,
  { quiet, live, principal: wanted, found, onlyOne, beside }: Authentication,
): Promise<Ctx> {
  const { services, requestId, ip, log, locale, localeIsSaid } = load;
  const known = { requestId, ip, log, locale, localeIsSaid };
  const asked = createContext(services, anonymous as Actor, known);
  const base = live ? onLivePool(asked) : asked;
  let refused: Actor = anonymous;
  let accepted: Actor | null = null;
  let own: Locale | null = null;
  for (const principal of candidates(audience, wanted)) {
    const token = readCookie(load.services.env, request, principal);
    const signedIn = token
      ? await resolveSignedIn(base, { principal, token, renew: !quiet, found })
      : null;
    const actor = signedIn?.actor ?? anonymous;
    if (accepts[audience](actor)) {
      if (accepted) throw new AppError('which_session');
      accepted = actor;
      own = signedIn?.locale ?? null;
      if (!onlyOne) break;
    } else if (actor.kind !== 'anonymous') {
      refused = actor;
      own ??= signedIn?.locale ?? null;
    }
  }
  const spoken = localeIsSaid && !beside ? locale : (own ?? locale);
  if (!beside) load.locale = spoken;
  return { ...base, locale: meantBy(request, spoken), actor: accepted ?? refused };
}

/** A draft of a language is looked at; whoever does something there has not chosen it. */
const meantBy = ({ method }: Request, locale: Locale): Locale =>
  method === 'GET' || isLocale(locale) ? locale : defaultLocale;

interface Door {
  readonly load: AppLoadContext;
  readonly request: Request;
  readonly audience: Audience;
  readonly principal?: Principal;
  /** Id of the call; pages are distinguished by their audience only, since addresses may name a person. */
  readonly call?: string;
}

const refusals: ReadonlySet<string> = new Set(['forbidden', 'role_forbidden', 'scope_missing']);

/**
 * One row for each refusal of somebody who is signed in (security 74), whether the door or a command refused;
 * anything but a refusal leaves none. Without the row there is no answer either.
 */
export async function noteRefusal(thrown: unknown, door: Door): Promise<void> {
  if (!isAppError(thrown) || !refusals.has(thrown.code)) return;
  const { load, request, audience, principal, call } = door;
  const token = call ? bearerOf(request) : null;
  const ctx =
    token === null
      ? await whoAsks(load, request, audience, { quiet: true, principal, beside: true })
      : await softwareOf(load, token);
  if (ctx.actor.kind === 'anonymous') return;
  const details = { audience, method: request.method, ...(call ? { call } : {}) };
  await audit(ctx, { action: 'access.denied', outcome: 'refused', details });
}
