import { z } from 'zod';
import { phoneInputSchema } from '#contracts/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Person } from '#platform/privacy/person-data';
import { askForWayBack, confirmAskedWayBack } from '#workflows';
import { accessReason } from '../texts';

const asked = z.strictObject({ phoneNumber: phoneInputSchema.optional(), reason: accessReason });
const confirmed = z.strictObject({ wayBackId: z.uuid() });

/** Bodies of the events by which two of the team open a way back into an account. */
export const wayBackEvents = { 'ask-way-back': asked, 'confirm-way-back': confirmed };

/** How they may fail besides what every event may. */
export const wayBackFailures = {
  'ask-way-back': ['invalid_phone', 'unsupported_number'],
  'confirm-way-back': ['number_taken'],
} as const;

interface Sent<Body> {
  readonly id: string;
  readonly body: Body;
}
type Staff = Ctx<ActorOf<'staff'>>;

/** What they do, for records that are accounts of this kind. */
export const wayBackHandlers = (kind: Person['kind']) => ({
  'ask-way-back': (ctx: Staff, { id, body }: Sent<z.output<typeof asked>>) =>
    askForWayBack(ctx, { account: { kind, id }, ...body }),
  'confirm-way-back': (ctx: Staff, { id, body }: Sent<z.output<typeof confirmed>>) =>
    confirmAskedWayBack(ctx, { account: { kind, id }, ...body }),
});
