import { randomUUID } from 'node:crypto';
import type { ApiClinic } from '../../../tests/e2e/kit/api-clinic';
import type { ApiPatient } from '../../../tests/e2e/kit/api-patient';
import type { Answer } from '../../../tests/e2e/kit/until-answered';

/** What became of one request so far. */
export interface Story {
  readonly patient: ApiPatient;
  readonly clinic: ApiClinic;
  /** Lets so many minutes pass. */
  readonly pass: (minutes: number) => Promise<void>;
  /** How many of the steps it has behind it. */
  done: number;
  leadId: string;
  offerId: string;
  timeId: string;
}

interface Answered {
  readonly status: number;
  readonly body: Answer['body'];
}

/** Minutes in which a patient may still take a request back, and one more. */
const untilPublished = 11;

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** The data of an answer; throws any but a good one, with what was asked. */
async function good(what: string, asking: Promise<Answered>): Promise<Record<string, unknown>> {
  const { status, body } = await asking;
  if (status === 200 || status === 201) return body.data!;
  throw new Error(`${what} answered ${status} ${body.code}`);
}

const told = (data: Record<string, unknown>, what: string): Record<string, unknown> =>
  data[what] as Record<string, unknown>;

type Side = 'patient' | 'clinic';

/** Asks as one of the two. Keyed calls of a clinic are of its kit; each is sent once and must be answered. */
const ask = (
  story: Story,
  side: Side,
  path: string,
  body: object,
): Promise<Record<string, unknown>> =>
  good(
    `${side}: ${path}`,
    side === 'patient'
      ? story.patient.call('POST', path, body, randomUUID())
      : story.clinic.callUntilAnswered(path, body, randomUUID()).then((answer) => {
          if (answer.repeats > 0) throw new Error(`${path} had to be asked again`);
          return answer;
        }),
  );

async function published({ patient, leadId, pass }: Story): Promise<void> {
  await pass(untilPublished);
  for (let tries = 0; tries < 60; tries += 1) {
    const { leads } = await good('own requests', patient.call('GET', '/leads/me'));
    const found = (leads as Array<{ _id: string; status: string }>).find(
      ({ _id }) => _id === leadId,
    );
    if (found?.status === 'reviewed') return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('a request was not published in a minute');
}

/** From a sign-in to a treatment, each as a browser's own script asks for it. */
export const steps: ReadonlyArray<{ name: string; run: (story: Story) => Promise<void> }> = [
  { name: 'signs in', run: ({ patient }) => patient.signIn() },
  {
    name: 'sends a request',
    run: async (story) => void (story.leadId = await story.patient.submits()),
  },
  { name: 'sees it published', run: published },
  {
    name: 'is sent an offer',
    run: async (story) => {
      const fields = { amountCents: 120_000, message: 'With all that belongs to it.' };
      const data = await ask(story, 'clinic', `/clinic/leads/${story.leadId}/offers`, fields);
      story.offerId = told(data, 'offer')._id as string;
    },
  },
  {
    name: 'writes to the clinic',
    run: (story) => writes(story, 'patient', 'How long does it take?'),
  },
  { name: 'is answered', run: (story) => writes(story, 'clinic', 'Two visits.') },
  {
    name: 'accepts the offer',
    run: async (story) => void (await ask(story, 'patient', `/offers/${story.offerId}/accept`, {})),
  },
  {
    name: 'proposes a time',
    run: async (story) => {
      const time = { startsAt: inDays(20) };
      await ask(story, 'patient', `/deals/${story.offerId}/times?as=patient`, time);
      story.timeId = await proposedTime(story);
    },
  },
  {
    name: 'has it accepted',
    run: async (story) => {
      const path = `/deals/${story.offerId}/times/${story.timeId}/accept?as=clinic`;
      await ask(story, 'clinic', path, {});
    },
  },
];

async function writes(story: Story, side: Side, text: string): Promise<void> {
  await ask(story, side, `/conversations/${story.offerId}/messages`, { text });
}

async function proposedTime({ patient, offerId }: Story): Promise<string> {
  const { deal } = await good('the deal', patient.call('GET', `/deals/${offerId}?as=patient`));
  const [time] = (deal as { times: Array<{ _id: string }> }).times;
  if (!time) throw new Error('the deal shows no time');
  return time._id;
}

/** Takes a story on to so many steps; `url` says before each where it is asked. */
export async function goOn(
  story: Story,
  until: number,
  url: (step: number) => string,
): Promise<number> {
  const first = story.done;
  for (; story.done < until; story.done += 1) {
    story.patient.url = story.clinic.url = url(story.done);
    const { name, run } = steps[story.done]!;
    await run(story).catch((error: Error) => {
      throw new Error(`"${name}" at ${story.patient.url}: ${error.message}`);
    });
  }
  return story.done - first;
}

/** What its two people still see of it, against what they did; one line each that is missing. */
export async function lost(story: Story): Promise<string[]> {
  const missing: string[] = [];
  const { patient, clinic, leadId, offerId, done } = story;
  const { leads } = await good('own requests', patient.call('GET', '/leads/me'));
  if (!(leads as Array<{ _id: string }>).some(({ _id }) => _id === leadId)) missing.push('request');
  const { offers } = await good('offers', patient.call('GET', `/offers?lead=${leadId}`));
  const offer = (offers as Array<{ _id: string; status: string }>).find(
    ({ _id }) => _id === offerId,
  );
  if (!offer) missing.push('offer');
  const path = `/conversations/${offerId}/messages`;
  const read = {
    patient: await good('messages', patient.call('GET', path)),
    clinic: await clinic.reads(path),
  };
  for (const [side, { messages }] of Object.entries(read))
    if ((messages as object[]).length !== 2) missing.push(`messages to the ${side}`);
  const { deal } = await good('the deal', patient.call('GET', `/deals/${offerId}?as=patient`));
  if (!(deal as { scheduledFor: string | null }).scheduledFor) missing.push('time');
  if (done < steps.length) missing.push('steps');
  return missing;
}
