import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { jsonSchemaOf } from '#app/http/openapi.server';
import { openShare, writeNote } from '#modules/companions';
import { confirmTreatment, writeReview } from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import type { Call } from '#platform/base/call';
import { newId } from '#platform/base/ids';
import { ownCompanions, shareWithCompanion } from '#workflows';
import { jpegPhoto } from '../../modules/consultation/testing';
import {
  signedInPatient,
  signedInStaff,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { begunDeal, someClinic, someDay } from '../../modules/deals/testing';
import { submitted } from '../../modules/leads/testing';
import { someBrowser, usedEndpoint } from '../../modules/webhooks/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { publishedLead, sentOffer } from '../../workflows/offers/testing';
import { exampleOf } from './fuzz/examples';
import { askedOutcome, content } from '../../modules/outcomes/testing';
import { photoForm } from '../kit/patient-browser';

/** Who stands before somebody else's things. Staff have doors of their own, which the access matrix holds. */
const roles = ['patient', 'clinic-pending', 'clinic-approved', 'staff'] as const;
type Role = (typeof roles)[number];
const things = [
  'photo',
  'lead',
  'held lead',
  'offer',
  'deal',
  'review',
  'later review',
  'document',
  'patient',
  'clinic',
  'clinic session',
  'patient session',
  'link of a relative',
  'note of a relative',
  'endpoint',
  'delivery',
  'browser',
] as const;
type Thing = (typeof things)[number];

/** A deal of somebody with a clinic that nobody of the roles is, and its review. */
async function reviewedDeal({ ctx }: TestServer, patient: SignedInPatient['ctx']) {
  const clinic = ctx(someClinic());
  const { _id: leadId } = await submitted(patient);
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
  const offerId = await begunDeal(patient, who);
  await askedOutcome(patient, { offerId, ...who, patient, moment: 'half-year' });
  const answered = await answerOutcome(patient, { offerId, ...content('half-year') });
  for (const side of [patient, clinic])
    await confirmTreatment(side, {
      offerId,
      finalAmountCents: 200_000,
      reason: null,
      treatedOn: await someDay(side),
    });
  const { _id: review } = await writeReview(patient, { offerId, stars: 5, text: 'All well.' });
  return { deal: offerId, review, 'later review': answered._id };
}

async function linkWithNote({ ctx }: TestServer, patient: SignedInPatient['ctx'], id: string) {
  const shared = { kind: 'comparison', id } as const;
  const wish = { ...shared, withPhotos: true, withNotes: true };
  const { token } = await shareWithCompanion(patient, wish);
  const { token: cookie } = await openShare(ctx(), { token });
  await writeNote(ctx(), { cookie, text: 'Hello.', author: null });
  const [link] = (await ownCompanions(patient, shared)).links;
  return { link: link!._id, note: link!.notes[0]!._id };
}

let server: TestServer;
const cookies = {} as Record<Role, string>;
const ids = {} as Record<Thing, string>;

beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  const ctx = server.ctx();
  const [patient, stranger] = [await signedInPatient(ctx), await signedInPatient(ctx)];
  const owner = await signedInClinic(ctx, { state: 'pending' });
  const photo = await server.request('/api/photos', {
    ...photoForm(await jpegPhoto()),
    headers: { Cookie: `patient=${patient.token}` },
  });
  // In a specialty that no clinic of the roles below has.
  const published = await publishedLead(server, {}, patient.ctx);
  const agreed = await reviewedDeal(server, patient.ctx);
  Object.assign(ids, {
    ...agreed,
    photo: ((await photo.json()) as { data: { id: string } }).data.id,
    lead: published.leadId,
    'held lead': (await submitted(patient.ctx))._id,
    offer: await sentOffer((await signedInClinic(ctx)).ctx, published.leadId),
    document: owner.documents[0],
    patient: patient.ctx.actor.id,
    clinic: owner.clinicId,
    'clinic session': owner.ctx.actor.sessionId,
    'patient session': patient.ctx.actor.sessionId,
    browser: await someBrowser(ctx, patient.ctx.actor),
  });
  const { link, note } = await linkWithNote(server, patient.ctx, published.leadId);
  Object.assign(ids, { 'link of a relative': link, 'note of a relative': note });
  Object.assign(ids, await usedEndpoint(ctx, owner.clinicId));
  cookies.patient = `patient=${stranger.token}`;
  for (const state of ['pending', 'approved'] as const)
    cookies[`clinic-${state}`] =
      `clinic=${(await signedInClinic(ctx, { state, details: { specialties: ['Urology'] } })).token}`;
  cookies.staff = `staff=${(await signedInStaff(ctx)).token}`;
});
afterAll(() => server?.close());

/** Calls about one thing; the console's are for staff, whose own the things are not but who may. */
const about: readonly Call[] = calls.filter(
  ({ path, audience }) =>
    /\{(?!phoneNumber\})\w+\}/.test(path) && !['staff', 'staff-admin'].includes(audience),
);

/** What calls need to get as far as asking whose the thing is; those that are not here need nothing. */
const bodies: Readonly<Record<string, () => object>> = {
  'webhooks.change': () => ({ events: ['offer.accepted'], state: 'on' }),
  'messaging.send': () => ({ text: 'Hello' }),
  'aftercare.agree': () => ({ country: 'GB', zone: 'Europe/London', agree: true }),
  'aftercare.answer': () => ({ country: 'GB', zone: 'Europe/London', answers: {} }),
  'messaging.report': () => ({ reason: 'Spam' }),
  'consultation.photo-sight': () => ({ clinicId: ids.clinic, allowed: false }),
};

const ask = async (role: Role, { id: callId, method, path, body }: Call, id: string) => {
  const headers = new Headers({ Cookie: cookies[role] });
  if (body) headers.set('Content-Type', 'application/json');
  const address = `/api${path.replace(/\{\w+\}/g, id)}`;
  const answer = await server.request(address, {
    method,
    headers,
    // One that the call takes: a refusal must be of the person and the thing.
    ...(body
      ? {
          body: JSON.stringify(bodies[callId]?.() ?? exampleOf(jsonSchemaOf(body, 'input'), {})),
        }
      : {}),
  });
  const words = (await answer.text()).replaceAll(id, '{id}');
  return { status: answer.status, words, type: answer.headers.get('Content-Type') };
};

describe('somebody else’s thing', () => {
  it('is asked for by several calls', () => {
    expect(Object.values(ids).every((id) => typeof id === 'string')).toBe(true);
    expect(about.length).toBeGreaterThan(3);
  });

  it.each(roles)('answers %s as one that does not exist', async (role) => {
    for (const call of about) {
      const missing = await ask(role, call, newId());
      for (const thing of things) {
        const where = `${role} at ${call.method} ${call.path} with a ${thing}`;
        const found = await ask(role, call, ids[thing]);
        expect([401, 403, 404], where).toContain(found.status);
        expect(found, where).toEqual(missing);
      }
    }
  });
});
