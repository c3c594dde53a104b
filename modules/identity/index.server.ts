import type { Actor } from '#platform/actor';
import type { Ctx } from '#platform/context';

/** The actor behind a session cookie; null when the session is unknown, expired or revoked. `renew` extends the idle time. */
export async function resolveSession(
  _ctx: Ctx,
  _session: { principal: 'patient' | 'clinic' | 'staff'; token: string; renew: boolean },
): Promise<Actor | null> {
  return null;
}
