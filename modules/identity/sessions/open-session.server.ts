import { sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { newId, newToken, sha256 } from '#platform/base/ids';
import { readSetting } from '#platform/settings/settings';
import { sessionLifetimes } from '../rules';
import { session } from '../tables.server';

export type Principal = 'patient' | 'clinic' | 'staff';

export interface NewSession {
  /** Staff have a table of their own (`openStaffSession`). */
  principal: Exclude<Principal, 'staff'>;
  phase: 'phone-verified' | 'email-proof' | 'full';
  subjectId?: string;
  /** E.164; absent for staff. */
  phone?: string;
  /** Short life, and the cookie ends with the browser. */
  sharedDevice?: boolean;
  /** When a code or a passkey was shown; absent: just now. */
  provedAt?: Date | null;
}

/** What the browser is given; the token is nowhere else. */
export interface OpenedSession {
  readonly id: string;
  readonly token: string;
  /** Age for the cookie; undefined: it ends with the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** Opens a session with a fresh 256-bit token, of which only the sha-256 is stored. Lengths are settings. */
export async function openSession(ctx: Ctx, opening: NewSession): Promise<OpenedSession> {
  const lifetimes = await readSetting(ctx, sessionLifetimes);
  const { idle, absolute } = lifetimes[lifetimeOf(opening)];
  const id = newId();
  const token = newToken();
  await ctx.db.insert(session).values({
    id,
    tokenHash: sha256(token),
    principal: opening.principal,
    phase: opening.phase,
    subjectId: opening.subjectId ?? null,
    phone: opening.phone ?? null,
    sharedDevice: opening.sharedDevice ?? false,
    idleSeconds: inSeconds(idle),
    createdAt: sqlNow,
    lastSeenAt: sqlNow,
    provedAt: opening.provedAt === undefined ? sqlNow : opening.provedAt,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(absolute)})`,
  });
  return { id, token, maxAgeSeconds: opening.sharedDevice ? undefined : inSeconds(absolute) };
}

function lifetimeOf({ principal, phase, sharedDevice }: NewSession) {
  if (phase !== 'full') return 'phoneVerified';
  return principal === 'patient' && sharedDevice ? 'patientShared' : principal;
}
