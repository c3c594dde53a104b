import { factsAmong } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { LeadDto } from './dto';
import type { LeadRow } from './repo.server';

/** The owner's view of a row. The phone is the session's, so that no other person's can be in it. */
export const toOwnLead = (ctx: Ctx<ActorOf<'patient'>>, row: LeadRow): LeadDto => ({
  _id: row.id,
  phoneNumber: ctx.actor.phone,
  ...factsAmong(row),
  description: row.description,
  photos: row.photos,
  ...(row.patientInfo ? { patientInfo: row.patientInfo } : {}),
  status: row.status,
  offersCount: row.offersCount,
  createdAt: row.createdAt.toISOString(),
});
