import { z } from 'zod';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Person } from '#platform/privacy/person-data';
import { liftLegalHold, placeLegalHold } from '#workflows';
import { accessReason } from '../texts';

const why = z.strictObject({ reason: accessReason });

/** Bodies of the events by which an account is kept from being erased. */
export const holdEvents = { hold: why, 'lift-hold': why };

type Handler = (
  ctx: Ctx<ActorOf<'staff'>>,
  sent: { id: string; body: { reason: string } },
) => Promise<void>;

/** What they do, for records that are accounts of this kind. */
export const holdHandlers = (kind: Person['kind']): Record<keyof typeof holdEvents, Handler> => ({
  hold: (ctx, { id, body }) => placeLegalHold(ctx, { person: { kind, id }, ...body }),
  'lift-hold': (ctx, { id, body }) => liftLegalHold(ctx, { person: { kind, id }, ...body }),
});
