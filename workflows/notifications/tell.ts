import { activeStaffIds } from '#modules/identity';
import { queueNotification } from '#modules/notifications';
import { transaction, type Ctx } from '#platform/context';
import { subscribe, type Fact, type Subscription } from '#platform/events';
import type { MailKindName } from './mail-kinds';

interface Tell<F extends Fact> {
  readonly on: F['type'];
  readonly mail: MailKindName;
  /** Ids for the mail. Null: this one is nobody's news. */
  readonly about: (fact: F) => Record<string, string> | null;
}

const nameOf = (mail: MailKindName, whom: string) => `notifications.tell-${whom}.${mail}`;

type Wish = Parameters<typeof queueNotification>[1];

const queueAll = (ctx: Ctx, wishes: readonly Wish[]): Promise<void> =>
  transaction(ctx, async (tx) => {
    for (const wish of wishes) await queueNotification(tx, wish);
  });

/** When `on` has happened, its patient gets the mail. */
export const tellPatient = <F extends Fact & { patientId: string }>({
  on,
  mail,
  about,
}: Tell<F>): Subscription<F> =>
  subscribe<F>({
    on,
    name: nameOf(mail, 'patient'),
    handle: async (ctx, fact, { id: factId }) => {
      const facts = about(fact);
      const recipient = { type: 'patient', id: fact.patientId } as const;
      if (facts) await queueAll(ctx, [{ kind: mail, recipient, factId, facts }]);
    },
  });

/** When `on` has happened, its clinic gets the mail. */
export const tellClinic = <F extends Fact & { clinicId: string }>({
  on,
  mail,
  about,
}: Tell<F>): Subscription<F> =>
  subscribe<F>({
    on,
    name: nameOf(mail, 'clinic'),
    handle: async (ctx, fact, { id: factId }) => {
      const facts = about(fact);
      const recipient = { type: 'clinic', id: fact.clinicId } as const;
      if (facts) await queueAll(ctx, [{ kind: mail, recipient, factId, facts }]);
    },
  });

/** When `on` has happened, everybody of staff who may sign in gets the mail, each one once. */
export const tellStaff = <F extends Fact>({ on, mail, about }: Tell<F>): Subscription<F> =>
  subscribe<F>({
    on,
    name: nameOf(mail, 'staff'),
    handle: async (ctx, fact, { id: factId }) => {
      const facts = about(fact);
      if (!facts) return;
      const staff = await activeStaffIds(ctx);
      await queueAll(
        ctx,
        staff.map((id) => ({ kind: mail, recipient: { type: 'staff', id }, factId, facts })),
      );
    },
  });
