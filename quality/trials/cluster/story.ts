import { randomUUID } from 'node:crypto';
import type { ApiClinic } from '../../../tests/e2e/kit/api-clinic';
import { ApiPatient } from '../../../tests/e2e/kit/api-patient';
import type { ConsoleCalls } from '../../../tests/e2e/kit/console-calls';
import type { Answer, Repeated } from '../../../tests/e2e/kit/until-answered';
import { photo } from '../../../tests/e2e/story/photos';
import { someAddress } from '../kit/codes';
import type { Facts } from './acknowledged';
import { pause, until } from './parts';

/** Who takes part in the stories of a trial. */
export interface Cast {
  readonly url: string;
  /** Where codes arrive. */
  readonly outbox: string;
  readonly clinics: readonly ApiClinic[];
  /** Signed in at the console. */
  readonly staff: ConsoleCalls;
  readonly facts: Facts;
}

/** Longer than the database may be without a leader. */
const patience = 90_000;
const contact = 'Please write to sarah@example.com, or call.';

/** Goes on asking, as a person would, until it is done. */
export async function again<T>(what: string, { facts }: Cast, ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patience; ;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw new Error(`in vain: ${what}`, { cause: error });
      facts.repeats += 1;
      await pause(1_000);
    }
  }
}

const idOf = ({ body }: Answer, what: string): string => (body.data?.[what] as { _id: string })._id;

const doneBefore = new Set(['already_decided', 'event_refused']);

/** The answer of a keyed call that was repeated under its key until it came. */
async function once(what: string, { facts }: Cast, asking: Promise<Repeated>): Promise<Repeated> {
  const answer = await asking;
  facts.repeats += answer.repeats;
  if (answer.status === 200 || answer.status === 201) return answer;
  // It was done, and its answer lost.
  if (answer.repeats > 0 && doneBefore.has(answer.body.code ?? '')) return answer;
  throw new Error(`${what} answered ${answer.status} ${answer.body.code}`);
}

/** A person who has signed in, with codes that may be late. */
export const someone = (cast: Cast): Promise<ApiPatient> =>
  again('signing in', cast, async () => {
    const { url, outbox } = cast;
    const patient = new ApiPatient(url, { outbox, address: someAddress() });
    await patient.signIn();
    return patient;
  });

/** Uploads are not keyed: one whose answer is lost is a photo of its own, which belongs to no request. */
async function sendsPhoto(cast: Cast, patient: ApiPatient, seed: number): Promise<string> {
  const { buffer } = await photo(seed);
  const id = await again('a photo', cast, () => patient.uploads(buffer));
  cast.facts.add('photos', id);
  return id;
}

async function sendsRequest(cast: Cast, patient: ApiPatient, n: number): Promise<string> {
  const photos = [await sendsPhoto(cast, patient, n)];
  const description = `Tooth of story ${n}. ${n % 4 === 0 ? contact : ''}`.trim();
  const { phoneNumber } = patient;
  const what = { treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' };
  const body = { phoneNumber, ...what, description, photos };
  const { body: said } = await once(
    'a request',
    cast,
    patient.callUntilAnswered('/leads', body, randomUUID()),
  );
  const leadId = said.data!._id as string;
  cast.facts.add('requests', leadId, description);
  return leadId;
}

/** What asks for a person is approved by one. */
async function isPublished(cast: Cast, patient: ApiPatient, leadId: string): Promise<void> {
  const status = async () => {
    const { body } = await patient.call('GET', '/leads/me');
    const leads = body.data!.leads as Array<{ _id: string; status: string }>;
    return leads.find(({ _id }) => _id === leadId)!.status;
  };
  const published = async () => {
    if ((await status()) === 'reviewed') return true;
    const { status: stands } = await cast.staff.read<{ status: string }>(`leads/${leadId}`);
    if (stands !== 'reviewed')
      await cast.staff.decide(`leads/${leadId}`, 'approve').catch(() => undefined);
    await pause(800);
    return false;
  };
  await until('a request is published', published, { ms: patience });
}

async function isOffered(cast: Cast, leadId: string, n: number): Promise<string[]> {
  const offers: string[] = [];
  for (const [at, clinic] of cast.clinics.entries()) {
    const message = `Offer ${at} of story ${n}.`;
    const path = `/clinic/leads/${leadId}/offers`;
    const asking = clinic.callUntilAnswered(
      path,
      { amountCents: 100_000 + at, message },
      randomUUID(),
    );
    const id = idOf(await once('an offer', cast, asking), 'offer');
    cast.facts.add('offers', id, message);
    offers.push(id);
  }
  return offers;
}

/** Says something about an offer; the words are said once in all of the trial. */
export async function says(
  cast: Cast,
  who: Pick<ApiPatient | ApiClinic, 'callUntilAnswered'>,
  { offerId, text }: { offerId: string; text: string },
): Promise<void> {
  const path = `/conversations/${offerId}/messages`;
  const answer = await once('a message', cast, who.callUntilAnswered(path, { text }, randomUUID()));
  cast.facts.add('messages', idOf(answer, 'message'), text);
}

async function chooses(cast: Cast, patient: ApiPatient, offerId: string): Promise<void> {
  const asking = patient.callUntilAnswered(`/offers/${offerId}/accept`, {}, randomUUID());
  await once('the choice', cast, asking);
  cast.facts.add('choices', offerId);
}

async function meets(cast: Cast, patient: ApiPatient, offerId: string): Promise<void> {
  const startsAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const path = `/deals/${offerId}/times`;
  await once(
    'a time',
    cast,
    patient.callUntilAnswered(`${path}?as=patient`, { startsAt }, randomUUID()),
  );
  const timeId = await again('the deal', cast, async () => {
    const { body } = await patient.call('GET', `/deals/${offerId}?as=patient`);
    const { times } = body.data!.deal as { times: Array<{ _id: string; status: string }> };
    return times.find(({ status }) => status === 'proposed')!._id;
  });
  const accepting = cast.clinics[0]!.callUntilAnswered(
    `${path}/${timeId}/accept?as=clinic`,
    {},
    randomUUID(),
  );
  await once('the time', cast, accepting);
  cast.facts.add('times', offerId);
}

/** From a sign-in to an offer of each clinic. @returns the offers */
export async function offered(cast: Cast, patient: ApiPatient, n: number): Promise<string[]> {
  const leadId = await sendsRequest(cast, patient, n);
  await isPublished(cast, patient, leadId);
  return isOffered(cast, leadId, n);
}

/** From a sign-in to an appointment. */
export async function story(cast: Cast, n: number): Promise<void> {
  const patient = await someone(cast);
  const [offerId] = await offered(cast, patient, n);
  await says(cast, patient, { offerId: offerId!, text: `Question of story ${n}` });
  await says(cast, cast.clinics[0]!, { offerId: offerId!, text: `Answer of story ${n}` });
  await chooses(cast, patient, offerId!);
  await meets(cast, patient, offerId!);
}
