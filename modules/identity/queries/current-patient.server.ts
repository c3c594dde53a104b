import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { User } from '../user-dto';
import { toUser } from '../patients.server';
import { patient } from '../tables.server';

/** The acting patient's own profile. */
export async function currentPatient(ctx: Ctx<ActorOf<'patient'>>): Promise<User> {
  const [row] = await ctx.db.select().from(patient).where(eq(patient.id, ctx.actor.id));
  if (!row) throw new AppError('unauthenticated');
  return toUser(row);
}
