import { activeStaffIds } from '#modules/identity';
import { queueNotification, type NewNotification } from '#modules/notifications';
import { transaction, type Ctx } from '#platform/context';
import { subscribe, type Fact, type Subscription } from '#platform/events';
import type { MailKindName } from './mail-kinds';

type Recipient = NewNotification['recipient'];

interface Telling<F extends Fact> {
  /** What happened. */
  readonly on: F['type'];
  readonly mail: MailKindName;
  /** Ids for the mail; null when this time it is nobody's news. */
  readonly about: (fact: F) => Record<string, string> | null;
}

/** When `on` has happened, each recipient gets the mail once, however often the fact is delivered. */
const tell = <F extends Fact>(
  { on, mail, about }: Telling<F>,
  whom: (ctx: Ctx, fact: F) => Promise<readonly Recipient[]>,
): Subscription<F> =>
  subscribe<F>({
    on,
    name: `notifications.tell.${mail}`,
    handle: async (ctx, fact, { id: factId }) => {
      const facts = about(fact);
      if (!facts) return;
      const recipients = await whom(ctx, fact);
      await transaction(ctx, async (tx) => {
        for (const recipient of recipients)
          await queueNotification(tx, { kind: mail, recipient, factId, facts });
      });
    },
  });

/** The patient that the fact names. */
export const tellPatient = <F extends Fact & { patientId: string }>(telling: Telling<F>) =>
  tell<F>(telling, async (_ctx, { patientId: id }) => [{ type: 'patient', id }]);

/** The clinic that the fact names. */
export const tellClinic = <F extends Fact & { clinicId: string }>(telling: Telling<F>) =>
  tell<F>(telling, async (_ctx, { clinicId: id }) => [{ type: 'clinic', id }]);

/** The member of staff that the fact names. */
export const tellStaffMember = <F extends Fact & { staffId: string }>(telling: Telling<F>) =>
  tell<F>(telling, async (_ctx, { staffId: id }) => [{ type: 'staff', id }]);

/** Everybody of staff who may sign in. */
export const tellAllStaff = <F extends Fact>(telling: Telling<F>) =>
  tell<F>(telling, async (ctx) =>
    (await activeStaffIds(ctx)).map((id) => ({ type: 'staff', id }) as const),
  );

/** A fact about somebody who signs in by phone. */
export interface AccountFact extends Fact {
  readonly principal: 'patient' | 'clinic';
  readonly accountId: string;
}

/** The patient or the clinic whose account the fact is about. */
export const tellAccount = <F extends AccountFact>(telling: Telling<F>) =>
  tell<F>(telling, async (_ctx, { principal: type, accountId: id }) => [{ type, id }]);
