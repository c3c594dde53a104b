import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../modules/identity/sessions.server';
import { fullLife, type FullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { recordStatements } from '../kit/round-trips';
import { openParser, placesOf } from './equalities';
import { exceptions } from './exceptions';
import { tablesOf, type Tables } from './tables';
import { isExcepted, isKept, lineOf, waysTo } from './unkept';

let server: TestServer;
let tables: Tables;
/** Each once. */
let statements: readonly string[];

beforeAll(async () => {
  await openParser();
  server = await startTestServer();
  tables = await tablesOf(server.services.database.pool);
  const { sent } = await recordStatements(story);
  statements = [...new Set(sent.map(({ text }) => text))];
}, 120_000);
afterAll(() => server?.close());

/** All that a patient and a clinic do with each other, and each page and list that they then read of it. */
async function story(): Promise<void> {
  const life = await fullLife(server, { patient: 'pat', clinic: 'cli' });
  // Days have passed: the clinic's first session is over.
  const { token } = await openSession(server.ctx(), {
    principal: 'clinic',
    phase: 'full',
    subjectId: life.clinic.clinicId,
    phone: life.clinic.phone,
  });
  for (const path of patientReads(life)) await read(path, `patient=${life.open.patient.token}`);
  for (const path of clinicReads(life)) await read(path, `clinic=${token}`);
}

const patientReads = ({ open, done, openOfferId, acceptedOfferId }: FullLife): string[] => [
  '/api/leads/me',
  `/api/offers?lead=${open.leadId}`,
  `/api/leads/${open.leadId}/photo-views`,
  `/offers/${open.leadId}`,
  `/offers/${done.leadId}`,
  `/offer/${openOfferId}`,
  `/offer/${openOfferId}/accept`,
  `/deal/${acceptedOfferId}`,
  `/conversation/${openOfferId}`,
  `/api/conversations/${openOfferId}/messages`,
  '/messages',
  '/notifications',
];

const clinicReads = ({ open, openOfferId, acceptedOfferId }: FullLife): string[] => [
  '/api/clinic/leads',
  '/api/clinic/leads?q=sarah',
  `/api/clinic/leads/${open.leadId}`,
  `/clinic/request/${open.leadId}`,
  '/clinic/dashboard',
  '/clinic/dashboard?tab=bids',
  '/clinic/dashboard?tab=won',
  `/clinic/deal/${acceptedOfferId}`,
  `/clinic/conversation/${openOfferId}`,
  '/clinic/messages',
];

async function read(path: string, cookie: string): Promise<void> {
  const answer = await server.request(path, { headers: { Cookie: cookie } });
  await answer.arrayBuffer();
  expect(answer.status, path).toBe(200);
}

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 400);

describe('where rows would lie with several nodes', () => {
  it('is told by a column that no statement of the story changes', () => {
    const changed = statements.flatMap((text) =>
      placesOf(text, tables.columns).flatMap((place) => {
        const line = lineOf(place.table)!;
        return 'key' in line && place.changed.includes(line.key) ? [short(text)] : [];
      }),
    );
    expect(changed).toEqual([]);
  });

  it('is said by each statement of the story, or excepted with a reason', () => {
    const used = new Set<unknown>();
    const unkept = statements.flatMap((text) => {
      const astray = placesOf(text, tables.columns).filter((place) => !isKept(place));
      const left = astray.filter((place) => {
        const fitting = exceptions.filter((each) => isExcepted(place, each));
        fitting.forEach((each) => used.add(each));
        return fitting.length === 0;
      });
      return left.map((place) => ({ table: place.table, by: waysTo(place), in: short(text) }));
    });
    expect(unkept).toEqual([]);
    expect(exceptions.filter((each) => !used.has(each))).toEqual([]);
    for (const { because } of exceptions) expect(because).toMatch(/\w{3}/);
    expect(statements.length).toBeGreaterThan(150);
  });
});
