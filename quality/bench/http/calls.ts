import { randomInt, randomUUID } from 'node:crypto';
import type { Asked } from './load';
import type { Offering } from './offering';
import type { People } from './people';

/** One kind of request that is measured. */
export interface MeasuredCall {
  readonly name: string;
  readonly status: number;
  readonly next: () => Asked;
  /** What the bare server is asked instead, where the product can do each only once. */
  readonly ofBare?: () => Asked;
  /** The bare Remix answers it as well. */
  readonly page?: boolean;
}

/** @param port of the product, which believes only in itself as an origin */
export function callsOf({ people, port }: { people: People; port: number }): MeasuredCall[] {
  const common = from(port);
  const list = (): Asked => ({
    method: 'GET',
    path: '/api/clinic/leads?budget=1000-5000',
    headers: { ...common(), Cookie: people.clinic },
  });
  const page =
    (more: Record<string, string> = {}) =>
    (): Asked => ({
      method: 'GET',
      path: '/',
      headers: { ...common(), 'Accept-Encoding': 'br', ...more },
    });
  const [patient] = people.patients;
  return [
    { name: 'visitor', status: 200, next: page(), page: true },
    // A cookie of nobody's: the same page, rendered.
    { name: 'rendered', status: 200, next: page({ Cookie: 'x=1' }), page: true },
    { name: 'signed in', status: 200, next: page({ Cookie: patient!.cookie }), page: true },
    { name: 'send', status: 201, next: sending(people, common) },
    { name: 'list', status: 200, next: list },
  ];
}

/** As {@link callsOf}, of requests with offers. */
export function offeringCalls(asked: { offering: Offering; port: number }): MeasuredCall[] {
  const { offering, port } = asked;
  const common = from(port);
  return [
    offeringCall(offering, common),
    { name: 'compare', status: 200, next: comparing(offering, common) },
    { name: 'message', status: 201, next: talking(offering, common) },
  ];
}

type Common = () => Record<string, string>;

/** Each request from an address of its own. */
const from =
  (port: number): Common =>
  () => ({
    'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    Origin: `http://127.0.0.1:${port}`,
  });

/** A call with a body, under a key of its own. */
function posted(path: string, headers: Record<string, string>, values: object): Asked {
  const body = JSON.stringify(values);
  const more = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Idempotency-Key': randomUUID(),
  };
  return { method: 'POST', path, headers: { ...headers, ...more }, body };
}

/** The next of `all`, for ever. */
function inTurns<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => all[(turn = (turn + 1) % all.length)]!;
}

/** The bare server takes any number of offers for one request. */
function offeringCall({ toSend, compared }: Offering, common: Common): MeasuredCall {
  const fields = {
    amountCents: 250_000,
    message: 'Gladly, in May: we have done this treatment for many years.',
    items: [{ key: 'procedure', state: 'included' }],
  };
  const offer = ({ leadId, clinic }: { leadId: string; clinic: string }): Asked =>
    posted(`/api/clinic/leads/${leadId}/offers`, { ...common(), Cookie: clinic }, fields);
  return {
    name: 'offer',
    status: 201,
    next: () => offer(toSend.next().value),
    ofBare: () => offer({ leadId: compared[0]!.leadId, clinic: 'x=1' }),
  };
}

function comparing({ compared }: Offering, common: Common): () => Asked {
  const next = inTurns(compared);
  return () => {
    const { leadId, patient } = next();
    const headers = { ...common(), Cookie: patient };
    return { method: 'GET', path: `/api/offers?lead=${leadId}`, headers };
  };
}

/** Patient and clinic write by turns. */
function talking({ talks }: Offering, common: Common): () => Asked {
  const next = inTurns(
    talks.flatMap((talk) => [talk.patient, talk.clinic].map((who) => ({ ...talk, who }))),
  );
  return () => {
    const { offerId, who } = next();
    const text = 'Would a week in May do? I would stay for five days.';
    return posted(`/api/conversations/${offerId}/messages`, { ...common(), Cookie: who }, { text });
  };
}

function sending({ patients }: People, common: Common): () => Asked {
  const next = inTurns(patients);
  return () => {
    const { cookie, phone } = next();
    return posted(
      '/api/leads',
      { ...common(), Cookie: cookie },
      {
        phoneNumber: phone,
        treatment: 'dental',
        subTreatment: 'Root Canal',
        bodyArea: 'mouth',
        description: 'It hurts at night.',
        photos: [],
        locations: ['Istanbul'],
        budget: '1000-5000',
        timeline: 'asap',
      },
    );
  };
}
