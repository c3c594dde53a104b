import type { RecipientType } from '#contracts/notifications';
import { publicNameOf } from '#contracts/webhooks';
import { activeStaffIds } from '#modules/identity';
import { recordForEndpoints } from '#modules/webhooks';
import type { EventStep, Ctx, TxCtx } from '#platform/context';
import { subscribe, type Subscription, eventStep } from '#engine';
import type { DeclaredEvent, EventOf } from '#engine/contract';
import {
  notifying,
  type MailKind,
  type NotificationOf,
  type Recipients,
} from '../notifications/notification';

/** Whose open pages are sent live messages; `exchange`: those of all clinics. */
export type LiveReader = 'patient' | 'clinic' | 'staff' | 'exchange';

/** Everything that follows from an event, in the order in which it happens. */
interface Consequences<D extends DeclaredEvent> {
  /** What has happened, in a sentence. */
  readonly when: string;
  /**
   * Names of what causes it: calls (`offers.accept`), timers (`leads.expiry-window`), jobs and sweeps, other events, addresses of
   * pages without a call. Empty where only a command inside the product does.
   */
  readonly causedBy: readonly string[];
  /**
   * What the transaction of the event writes, by table: `new`, `gone`, and the columns that change. What another event of
   * the same transaction writes stands on the page of that one. Tables of the engine and of limits are not named.
   */
  readonly rows?: Readonly<Record<string, string>>;
  /** Actions of the audit log that are written with it: which one depends on who causes it. */
  readonly audit?: readonly string[];
  /** Types of the messages that open pages get when it commits, by whose pages they are. */
  readonly live?: Readonly<Partial<Record<LiveReader, readonly string[]>>>;
  /** Jobs that are enqueued with it, besides those of this page. */
  readonly enqueues?: readonly string[];
  /**
   * Part of the event: in its transaction, under its locks, in this order, as whoever caused it. One that throws undoes
   * the event. Touches nothing but the database, since a transaction may run again.
   */
  readonly steps?: Readonly<Record<string, (tx: TxCtx, event: EventOf<D>) => Promise<void>>>;
  /** After the commit, at least once, each a job of its own that is tried again. Names are stored: never rename. */
  readonly jobs?: Readonly<Record<string, (ctx: Ctx, event: EventOf<D>) => Promise<void>>>;
  /** Mails and in-app notifications after the commit, by the name under which their words lie. Names are stored. */
  readonly notify?: Readonly<Record<string, NotificationOf<D>>>;
}

/** The page of one event, as registries and `docs/events.md` read it. */
export interface EventPage {
  readonly event: DeclaredEvent;
  readonly when: string;
  readonly causedBy: readonly string[];
  readonly rows: Readonly<Record<string, string>>;
  readonly audit: readonly string[];
  readonly live: Readonly<Partial<Record<LiveReader, readonly string[]>>>;
  readonly enqueues: readonly string[];
  readonly steps: readonly EventStep[];
  readonly jobs: readonly Subscription[];
  readonly notify: Readonly<
    Record<string, MailKind & { readonly to: Pick<Recipients<never>, 'kinds'> }>
  >;
  readonly notifications: readonly Subscription[];
}

/** What the endpoints of its clinic hear of (`publicEvents` of `#contracts/webhooks`) is recorded for them with the event. */
const recordingOf = ({ type }: DeclaredEvent): Consequences<DeclaredEvent>['steps'] =>
  publicNameOf(type) && { [['webhooks.record', ...type.split('.')].join('-')]: recordForEndpoints };

/** What follows from an event, on one page. */
export const eventPage = <D extends DeclaredEvent>(
  event: D,
  { steps = {}, jobs = {}, notify = {}, ...page }: Consequences<D>,
): EventPage => ({
  ...{ rows: {}, audit: [], live: {}, enqueues: [] },
  ...page,
  event,
  steps: Object.entries({ ...steps, ...recordingOf(event) }).map(([name, run]) =>
    eventStep({ on: event, name, run }),
  ),
  jobs: Object.entries(jobs).map(([name, handle]) => subscribe({ on: event, name, handle })),
  notify,
  notifications: Object.entries(notify).map(([name, each]) => notifying(event, name, each)),
});

export const recipients = <E, const K extends RecipientType>(
  kinds: readonly K[],
  of: Recipients<E, K>['of'],
): Recipients<E, K> => ({ kinds, of });

/** The patient that the event names. */
export const itsPatient = recipients(['patient'], ({ patientId: id }: { patientId: string }) => [
  { type: 'patient', id },
]);

/** The clinic that the event names. */
export const itsClinic = recipients(['clinic'], ({ clinicId: id }: { clinicId: string }) => [
  { type: 'clinic', id },
]);

/** The patient or the clinic whose account the event is about. */
export const itsAccount = recipients(
  ['patient', 'clinic'],
  ({ principal: type, accountId: id }: { principal: 'patient' | 'clinic'; accountId: string }) => [
    { type, id },
  ],
);

/** The member of staff that the event names. */
export const itsStaffMember = recipients(['staff'], ({ staffId: id }: { staffId: string }) => [
  { type: 'staff', id },
]);

/** Everybody of staff who may sign in. */
export const allStaff = recipients(['staff'], async (_event: unknown, ctx: Ctx) =>
  (await activeStaffIds(ctx)).map((id) => ({ type: 'staff' as const, id })),
);
