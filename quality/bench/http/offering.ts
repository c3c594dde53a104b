import { randomBytes } from 'node:crypto';
import type pg from 'pg';

import { system } from '#platform/base/actor';
import { writeSetting } from '#platform/settings/settings';
import {
  publishedLead,
  sentOffer,
  someClinics,
  withoutBudgets,
} from '../../../workflows/offers/testing';
import { messagesPerHour } from '../../../modules/messaging/commands.server';
import { openBenchKit, through } from '../kit';
import { openSessions } from './sessions';

/** Who offers to whom, by the cookies they call with. */
export interface Offering {
  /** An offer that nobody has sent yet; neighbours are of different requests. */
  readonly toSend: Iterator<{ leadId: string; clinic: string }, never>;
  /** Requests with five offers. */
  readonly compared: ReadonlyArray<{ leadId: string; patient: string }>;
  /** One for each of those offers. */
  readonly talks: ReadonlyArray<{ offerId: string; patient: string; clinic: string }>;
}

const offersEach = 5;
const senders = 40;
const comparedLeads = 32;

/** Requests with offers and without, made by the product's own commands for patients and clinics who are signed in. */
export async function makeOffering(
  pool: pg.Pool,
  url: string,
  patients: ReadonlyArray<{ id: string; phone: string; cookie: string }>,
): Promise<Offering> {
  const { kit, close } = openBenchKit(url);
  try {
    await withoutBudgets(kit);
    await writeSetting(kit.ctx(system('bench')), messagesPerHour, 1e6);
    const clinics = await someClinics(kit, senders);
    const cookies = await signIn(
      pool,
      clinics.map(({ actor }) => actor),
    );
    const leads: Array<{ leadId: string; patient: string }> = [];
    await through(patients, 8, async ({ id, phone, cookie }) => {
      const patient = kit.ctx({ kind: 'patient' as const, id, phone, sessionId: id });
      const { leadId } = await publishedLead(kit, {}, patient);
      leads.push({ leadId, patient: cookie });
    });
    const compared = leads.splice(0, comparedLeads);
    const talks: Array<Offering['talks'][number]> = [];
    await through(compared, 8, async ({ leadId, patient }) => {
      for (const [n, clinic] of clinics.slice(0, offersEach).entries()) {
        const offerId = await sentOffer(clinic, leadId);
        talks.push({ offerId, patient, clinic: cookies[n]! });
      }
    });
    return { toSend: pairs(leads, cookies), compared, talks };
  } finally {
    await close();
  }
}

function* pairs(
  leads: ReadonlyArray<{ leadId: string }>,
  clinics: readonly string[],
): Generator<{ leadId: string; clinic: string }, never> {
  // Neither of two who send at once waits for the other: not for the request, nor for the clinic's budget.
  for (let round = 0; round < offersEach; round += 1)
    for (const [n, { leadId }] of leads.entries())
      yield { leadId, clinic: clinics[(n + round) % clinics.length]! };
  throw new Error('more offers were sent than there are requests for: make more of them');
}

type ClinicActor = Awaited<ReturnType<typeof someClinics>>[number]['actor'];

async function signIn(pool: pg.Pool, clinics: readonly ClinicActor[]): Promise<string[]> {
  const tokens = clinics.map(() => randomBytes(32).toString('base64url'));
  const { rows } = await pool.query<{ id: string; phone: string }>(
    'select id, phone from identity.clinic_account where id = any($1::uuid[])',
    [clinics.map(({ id }) => id)],
  );
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]));
  await openSessions(
    pool,
    'clinic',
    clinics.map(({ id }, n) => ({ id, phone: phones.get(id)!, token: tokens[n]! })),
  );
  return tokens.map((token) => `clinic=${token}`);
}
