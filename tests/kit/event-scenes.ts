import type { ActorOf } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { now } from '#platform/time/clock';
import { after, days, type Duration } from '#platform/base/duration';
import { eventsQueue } from '#engine/operations';
import { runnablesOf, runDueTimers } from '#engine/testing';
import { submitted } from '../../modules/leads/testing';
import { resolveSession } from '../../modules/identity/sessions.server';
import { newPhone, provedPatient, signedInPatient } from '../../modules/identity/testing';
import { shareWithCompanion } from '../../workflows/companions';
import { beginAnew } from '../../workflows/leaving/begin-anew';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { publishedLead, sentOffer, someClinics } from '../../workflows/offers/testing';
import { advance } from './clock';
import { signedInClinic, someReviewer } from './clinics';
import { holdCode, tryCode } from './identity';
import type { WayOf } from './event-proof';
import type { TestServices } from './services';
import { registry } from '../../workflows/registry';

export const staff = (kit: TestServices) => kit.ctx(someReviewer());

export const somePatient = async (kit: TestServices) => (await signedInPatient(kit.ctx())).ctx;

/** A request that waits for the team. */
export async function held(kit: TestServices) {
  const patient = await somePatient(kit);
  const { _id: leadId } = await submitted(patient, { description: 'Call +1 212 555 0199' });
  return { patient, leadId };
}

export const published = async (kit: TestServices, asks: ReadonlyArray<CtxOf<'clinic'>> = []) =>
  publishedLead(kit, {}, await somePatient(kit), asks);

/** A published request with an offer of each of so many clinics. */
export async function offered(kit: TestServices, count = 1) {
  const clinics = await someClinics(kit, count);
  const request = await published(kit);
  const offers: string[] = [];
  for (const clinic of clinics) offers.push(await sentOffer(clinic, request.leadId));
  return { ...request, clinics, clinic: clinics[0]!, offers, offerId: offers[0]! };
}

/** An offer that was accepted: its deal has begun. */
export async function begun(kit: TestServices) {
  const scene = await offered(kit);
  await acceptShownOffer(scene.patient, { offerId: scene.offerId });
  return scene;
}

/** A link by which a relative of a patient sees the offers for a request, or a deal by that of its offer. */
export const shared = (
  patient: CtxOf<'patient'>,
  { kind, id }: { kind: 'comparison' | 'deal'; id: string },
) => shareWithCompanion(patient, { kind, id, withPhotos: false, withNotes: true });

export type DealScene = Awaited<ReturnType<typeof begun>> & { readonly kit: TestServices };
type DealStep = (scene: DealScene) => Promise<unknown>;

/** A deal that goes through steps; the last one causes the event. */
export const wayOfDeal = (by: string, ...steps: readonly DealStep[]): WayOf => ({
  by,
  arrange: async (kit) => {
    const scene = { kit, ...(await begun(kit)) };
    for (const step of steps.slice(0, -1)) await step(scene);
    return () => steps.at(-1)!(scene);
  },
});

/** Time goes by, and what is due by then fires. */
export const pass = async (kit: TestServices, length: Duration) =>
  runDueTimers(kit.services, registry, after(await now(kit.ctx()), length));

/** The job that was enqueued last under a name; what it answers does it, though its time may not have come. */
export const waitingJob = (kit: TestServices, name: string) => lastJob(kit, name, null);

/** The job of that name that the last event with it left; what it answers does it. */
export const waitingReaction = (kit: TestServices, subscription: string) =>
  lastJob(kit, eventsQueue, subscription);

async function lastJob(
  kit: TestServices,
  name: string,
  subscription: string | null,
): Promise<() => Promise<void>> {
  const { rows } = await kit.services.database.pool.query<{ id: string; data: unknown }>(
    `select id, data from pgboss.job where name = $1 and ($2::text is null or data->>'subscription' = $2)
      order by created_on desc, id desc limit 1`,
    [name, subscription],
  );
  const { run } = runnablesOf(registry).find(({ queue }) => queue === name)!;
  const { signal } = new AbortController();
  return () => run(kit.services, { ...rows[0]!, name, attempt: 1, signal });
}

/** A pre-session of a verified phone without an account. */
export async function verified(
  kit: TestServices,
  phone = newPhone(),
  role: 'patient' | 'clinic' = 'patient',
) {
  const held = await holdCode(kit.ctx(), phone, role);
  const { session } = await tryCode(kit.ctx(), held, held.code, { role, agrees: true });
  const { token } = session;
  const actor = await resolveSession(kit.ctx(), { principal: role, token, renew: false });
  return { phone, ctx: kit.ctx(actor as ActorOf<'phone-verified'>) };
}

/** An account that was silent for long; another person signs in with its number and cannot prove that it is theirs. */
export async function beginsAnew(
  kit: TestServices,
  role: 'patient' | 'clinic',
): Promise<() => Promise<unknown>> {
  const clinic = role === 'clinic' ? await signedInClinic(kit.ctx()) : null;
  if (clinic) {
    await sentOffer(clinic.ctx, (await published(kit)).leadId);
    await published(kit, [clinic.ctx]);
  }
  const { phone } = clinic ?? (await provedPatient(kit.ctx()));
  if (clinic)
    await kit.services.database.pool.query(
      'update clinic_onboarding.clinic set email_proved_at = now() where id = $1',
      [clinic.clinicId],
    );
  await advance(kit.services, days(181));
  const { ctx } = await verified(kit, phone, role);
  return () => beginAnew(ctx);
}
