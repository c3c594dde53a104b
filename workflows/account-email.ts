import { withTransaction } from '#engine';
import type { ClinicDetails, ClinicDto } from '#contracts/clinic-onboarding';
import { changeDetails, clinicContact, setClinicEmail } from '#modules/clinic-onboarding';
import {
  askEmailChange,
  confirmLink,
  patientContact,
  pendingEmailOf,
  sendEmailLinkAgain,
  setPatientEmail,
} from '#modules/identity';
import type { ActorOf, Side } from '#platform/base/actor';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { lookAtOneClinic } from './twins/look';

type Clinic = ActorOf<'clinic'>;

export interface AccountEmail {
  readonly email: string;
  /** Somebody has proved to read there. */
  readonly proved: boolean;
  /** The address that waits for its proof; null without one. */
  readonly pendingEmail: string | null;
}

/** The acting person's address and what is to become of it. Throws `unauthenticated` when the account is gone. */
export async function accountEmail(ctx: CtxOf<Side>): Promise<AccountEmail> {
  const { kind, id } = ctx.actor;
  const contact =
    kind === 'patient'
      ? await patientContact(ctx, { patientId: id })
      : await clinicContact(ctx, { clinicId: id });
  if (!contact) throw new AppError('unauthenticated');
  const { email, proved } = contact;
  return { email, proved, pendingEmail: await pendingEmailOf(ctx) };
}

/** Where the mail of a patient or a clinic goes; null when there is no such account. For the worker. */
export async function mailAddressOf(
  ctx: Ctx,
  { kind, id }: { kind: 'patient' | 'clinic'; id: string },
): Promise<string | null> {
  const contact = await (kind === 'patient'
    ? patientContact(ctx, { patientId: id })
    : clinicContact(ctx, { clinicId: id }));
  return contact?.email ?? null;
}

/**
 * Gives an address its effect with the link of the mail to it: the own one is proved, another one takes its
 * place after a fresh proof of the person. Throws `invalid_link`, `step_up`.
 */
export async function confirmEmail(
  ctx: CtxOf<Side>,
  { link }: { link: string },
): Promise<{ email: string }> {
  return withTransaction(ctx, async (tx) => {
    const { email: current } = await accountEmail(tx);
    const { email } = await confirmLink(tx, { link, current });
    if (isClinic(tx)) await setClinicEmail(tx, { email });
    else await setPatientEmail(tx as TxCtxOf<'patient'>, { email });
    return { email };
  });
}

const isClinic = (tx: TxCtxOf<Side>): tx is TxCtx<Clinic> => tx.actor.kind === 'clinic';

/** Sends another link to the address that waits, or to the own one that is unproved. Throws `not_found`, `too_many_requests`. */
export async function sendEmailLink(ctx: CtxOf<Side>): Promise<void> {
  const { email, proved } = await accountEmail(ctx);
  await sendEmailLinkAgain(ctx, { email, proved });
}

/** Asks for another address of the acting clinic, in any state of its application. Throws `too_many_requests`. */
export const changeClinicEmail = (
  ctx: Ctx<Clinic>,
  { email }: { email: string },
): Promise<AccountEmail> =>
  withTransaction(ctx, async (tx) => {
    const { email: current } = await accountEmail(tx);
    await askEmailChange(tx, { email, current });
    return accountEmail(tx);
  });

/**
 * The acting clinic corrects what it said of itself; another e-mail address waits until it is proved.
 *
 * @throws AppError `event_refused` once it is decided otherwise; `too_many_requests` for too many addresses.
 */
export const changeClinicDetails = (
  ctx: Ctx<Clinic>,
  { details }: { details: ClinicDetails },
): Promise<{ clinic: ClinicDto; pendingEmail: string | null }> =>
  withTransaction(ctx, async (tx) => {
    const clinic = await changeDetails(tx, { details });
    await askEmailChange(tx, { email: details.email, current: clinic.email });
    const pendingEmail = await pendingEmailOf(tx);
    await lookAtOneClinic(tx, ctx.actor.id);
    return { clinic, pendingEmail };
  });
