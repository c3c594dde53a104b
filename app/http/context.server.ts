import type { AppLoadContext } from '@remix-run/node';
import { resolveSession } from '#modules/identity';
import { anonymous, type Actor, type ActorOf } from '#platform/actor';
import type { Audience } from '#platform/call';
import { createContext, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { readCookie, type Principal } from './session.server';

type FileOwner = ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'phone-verified'>;

/** The actor that each audience lets in. */
export interface ActorFor {
  public: Actor;
  session: ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'staff'>;
  owner: FileOwner;
  'phone-verified': ActorOf<'phone-verified'> | ActorOf<'patient'>;
  'phone-verified-clinic': ActorOf<'phone-verified'> | ActorOf<'clinic'>;
  patient: ActorOf<'patient'>;
  clinic: ActorOf<'clinic'>;
  'approved-clinic': ActorOf<'clinic'>;
  staff: ActorOf<'staff'>;
  'staff-admin': ActorOf<'staff'>;
}

const principals: Record<Exclude<Audience, 'session' | 'owner'>, Principal> = {
  public: 'patient',
  'phone-verified': 'patient',
  'phone-verified-clinic': 'clinic',
  patient: 'patient',
  clinic: 'clinic',
  'approved-clinic': 'clinic',
  staff: 'staff',
  'staff-admin': 'staff',
};

const admits: Record<Audience, (actor: Actor) => boolean> = {
  public: () => true,
  session: ({ kind }) => kind === 'patient' || kind === 'clinic' || kind === 'staff',
  owner: (a) => admits.patient(a) || admits['phone-verified-clinic'](a),
  'phone-verified': (a) =>
    (a.kind === 'phone-verified' && a.role === 'patient') || a.kind === 'patient',
  'phone-verified-clinic': (a) =>
    (a.kind === 'phone-verified' && a.role === 'clinic') || a.kind === 'clinic',
  patient: (a) => a.kind === 'patient',
  clinic: (a) => a.kind === 'clinic',
  'approved-clinic': (a) => a.kind === 'clinic' && a.approved,
  staff: (a) => a.kind === 'staff',
  'staff-admin': (a) => a.kind === 'staff' && a.role === 'admin',
};

const candidates = (audience: Audience, asked?: Principal): readonly Principal[] => {
  if (asked) return [asked];
  if (audience === 'session') return ['patient', 'clinic', 'staff'];
  return audience === 'owner' ? ['patient', 'clinic'] : [principals[audience]];
};

interface Authentication {
  /** Live streams and status polling: the session is not renewed. */
  readonly quiet?: boolean;
  /** Whose cookie counts, where the audience leaves it open. */
  readonly principal?: Principal;
}

/**
 * Authenticates a request for an audience. Throws `unauthenticated` without a session and `forbidden`
 * with one that may not.
 */
export async function contextFor<A extends Audience>(
  load: AppLoadContext,
  request: Request,
  audience: A,
  options: Authentication = {},
): Promise<Ctx<ActorFor[A]>> {
  const base = createContext(load.services, anonymous as Actor, {
    requestId: load.requestId,
    ip: load.ip,
    log: load.log,
  });
  let refused: Actor = anonymous;
  for (const principal of candidates(audience, options.principal)) {
    const token = readCookie(load.services.env, request, principal);
    const actor =
      (token ? await resolveSession(base, { principal, token, renew: !options.quiet }) : null) ??
      anonymous;
    if (admits[audience](actor)) return { ...base, actor: actor as ActorFor[A] };
    if (actor.kind !== 'anonymous') refused = actor;
  }
  throw new AppError(refused.kind === 'anonymous' ? 'unauthenticated' : 'forbidden');
}
