import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { addPhoto, readDraft, saveStep } from '#modules/consultation';
import { newId } from '#platform/base/ids';
import { jpegPhoto } from '../../modules/consultation/testing';
import {
  signedInPatient,
  signedInStaff,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { sourceBuild } from '../kit/server-build';

let server: TestServer;
let person: SignedInPatient;
let leadId: string;
let photoId: string;
let clinic: SignedInClinic;
let cookies: string[];
beforeAll(async () => {
  server = await startTestServer();
  person = await signedInPatient(server.ctx());
  leadId = (await submitted(person.ctx))._id;
  await saveStep(person.ctx, {
    step: 1,
    expectedVersion: 0,
    events: () => [{ type: 'choose-category', category: 'hair' }, { type: 'next' }],
  });
  const bytes = await jpegPhoto();
  photoId = (await addPhoto(person.ctx, { bytes, name: 'x.jpg', toDraft: true })).id;
  clinic = await signedInClinic(server.ctx(), { state: 'pending' });
  const admin = await signedInStaff(server.ctx(), { role: 'admin' });
  cookies = ['', `patient=${person.token}`, `clinic=${clinic.token}`, `staff=${admin.token}`];
});
afterAll(() => server?.close());

/**
 * Where a person was last, and when: not state that anything else follows from. The wizard's step is a bookmark of the
 * same kind, moved by looking at an earlier step.
 */
const bookmarks: Readonly<Record<string, readonly string[]>> = {
  'identity.session': ['last_seen_at'],
  'identity.patient': ['last_seen_at'],
  'identity.clinic_account': ['last_seen_at'],
  'identity.staff_session': ['last_seen_at'],
  'consultation.draft': ['step', 'updated_at'],
};

/**
 * That somebody looked is written down; what was written must say so. How often an address asks is counted over all
 * processes now and then, and decides nothing but when it has asked too often. What was counted of a day that is over
 * is kept when it is first asked for, and would be counted the same again.
 */
const log = [
  'platform.audit_entry',
  'platform.audit_link',
  'clinic_onboarding.reviewer_sight',
  'platform.request_count',
  'platform.day_figure',
];

const entries = async (): Promise<string[]> => {
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ action: string }>(
    'select action from platform.audit_entry order by id',
  );
  return rows.map(({ action }) => action);
};

async function checksums(): Promise<Record<string, string>> {
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows.filter((table) => !log.includes(table.name))) {
    const row = (bookmarks[name] ?? []).reduce((all, key) => `${all} - '${key}'`, 'to_jsonb(t)');
    const sum = await pool.query<{ sum: string }>(
      `select md5(coalesce(string_agg((${row})::text, '|' order by (${row})::text), '')) as sum from ${name} t`,
    );
    sums[name] = sum.rows[0]!.sum;
  }
  return sums;
}

const fill = (path: string): string =>
  path
    .replace(/[{:]phoneNumber\}?/, encodeURIComponent(person.phone))
    .replace(/files\/\{id\}/, `files/${photoId}`)
    .replace(/clinics\/\{id\}/, `clinics/${clinic.clinicId}`)
    .replace(/documents\/\{id\}/, `documents/${clinic.documents[0]}`)
    .replace(/settings\/\{id\}/, 'settings/leads.windows')
    .replace(/content\/\{id\}/, 'content/figures')
    .replace(/patients\/\{id\}/, `patients/${person.ctx.actor.id}`)
    .replace(/\{\w+\}|:\w+/g, leadId)
    .replace('*', newId());

async function addresses(): Promise<string[]> {
  const { routes } = await sourceBuild();
  const pathOf = (id?: string): string => {
    const route = id ? routes[id] : undefined;
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  const pages = Object.keys(routes).map((id) => fill(pathOf(id)));
  const data = pages.map((path) => `${path.replace(/\/$/, '') || '/_root'}.data`);
  return [...new Set([...pages, ...data, ...calls.map(({ path }) => fill(`/api${path}`))])];
}

it('looking at anything changes nothing', async () => {
  const paths = await addresses();
  expect(paths.length).toBeGreaterThan(80);
  const before = await checksums();
  const logged = (await entries()).length;
  expect(Object.keys(before)).toContain('leads.lead');
  const met = new Set<number>();
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const cookie of cookies) {
        const abort = new AbortController();
        const headers = { Cookie: cookie };
        const answer = await server.request(path, { method, headers, signal: abort.signal });
        met.add(answer.status);
        if (answer.headers.get('Content-Type')?.startsWith('text/event-stream')) abort.abort();
        else await answer.arrayBuffer();
      }
  expect([...met]).toEqual(expect.arrayContaining([200, 204, 302, 401, 404]));
  expect([...met].filter((status) => status >= 500)).toEqual([]);
  expect(await checksums()).toEqual(before);
  const looked = (await entries()).slice(logged);
  expect(looked).toEqual(
    expect.arrayContaining(['leads.notes-read', 'clinic-onboarding.application-read']),
  );
  expect(looked.filter((action) => !/-read$|^access\.denied$/.test(action))).toEqual([]);
  expect((await readDraft(person.ctx))?.photos.map(({ id }) => id)).toEqual([photoId]);
  // Every address, by three methods, as everybody.
}, 300_000);

it('would be found out', async () => {
  const before = await checksums();
  await submitted(person.ctx);
  expect(await checksums()).not.toEqual(before);
});
