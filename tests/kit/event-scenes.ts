import { now } from '#platform/time/clock';
import { after, type Duration } from '#platform/base/duration';
import { runnablesOf, runDueTimers } from '#engine/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { acceptShownOffer } from '../../workflows/offers/shown-offers';
import { publishedLead, sentOffer, someClinics } from '../../workflows/offers/testing';
import { someReviewer } from './clinics';
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

export const published = async (kit: TestServices) =>
  publishedLead(kit, {}, await somePatient(kit));

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

/** Time goes by, and what is due by then fires. */
export const pass = async (kit: TestServices, length: Duration) =>
  runDueTimers(kit.services, registry, after(await now(kit.ctx()), length));

/** The job that was enqueued last under a name; what it answers does it, though its time may not have come. */
export async function waitingJob(kit: TestServices, name: string): Promise<() => Promise<void>> {
  const { rows } = await kit.services.database.pool.query<{ id: string; data: unknown }>(
    `select id, data from pgboss.job where name = $1 order by created_on desc, id desc limit 1`,
    [name],
  );
  const { run } = runnablesOf(registry).find(({ queue }) => queue === name)!;
  const { signal } = new AbortController();
  return () => run(kit.services, { ...rows[0]!, name, attempt: 1, signal });
}
