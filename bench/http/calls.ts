import { randomInt, randomUUID } from 'node:crypto';
import type { Asked } from './load';
import type { People } from './people';

/** One kind of request that is measured. */
export interface MeasuredCall {
  readonly name: string;
  readonly status: number;
  readonly next: () => Asked;
  /** The bare Remix answers it as well. */
  readonly page?: boolean;
}

/** @param port of the product, which believes only in itself as an origin */
export function callsOf({ people, port }: { people: People; port: number }): MeasuredCall[] {
  const common = () => ({
    'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    Origin: `http://127.0.0.1:${port}`,
  });
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

function sending({ patients }: People, common: () => Record<string, string>): () => Asked {
  let turn = 0;
  return () => {
    const { cookie, phone } = patients[(turn = (turn + 1) % patients.length)]!;
    const headers = { ...common(), Cookie: cookie, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      phoneNumber: phone,
      treatment: 'dental',
      subTreatment: 'Root Canal',
      bodyArea: 'mouth',
      description: 'It hurts at night.',
      photos: [],
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: 'asap',
    });
    const more = { 'Idempotency-Key': randomUUID(), 'Content-Length': String(body.length) };
    return { method: 'POST', path: '/api/leads', headers: { ...headers, ...more }, body };
  };
}
