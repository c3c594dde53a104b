import { accountHolder, type ActorOf } from '#platform/base/actor';
import type { Call } from '#platform/base/call';
import { submitted } from '../../../modules/leads/testing';
import { fireArmedTimer } from '#engine/testing';
import { leadFlow } from '#modules/leads';
import { askArchive } from '#modules/leaving';
import { calls } from '#app/api/table.server';
import { actAs } from '#platform/context';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { signedInClinic } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import { accountThing, tokenThing } from './accounts';
import { caseThing } from './casework';
import { companionThing } from './companions';
import { maskedThing, reportedThing } from './conversations';
import { teamThing } from './teams';
import { ticketThing } from './tickets';
import { browserThing, webhookThing } from './webhooks';
import { dealThing } from './deals';
import { foundPhoto, publicPicture, storedPhoto } from './objects';
import type { Person } from './people';

/** Values of a path's parameters that name something which is there. */
export type Params = Readonly<Record<string, string>>;
type Rows = ReadonlyArray<Record<string, unknown>>;

const recordsIn = (body: unknown): Rows => {
  if (Array.isArray(body)) return body as Rows;
  if (typeof body !== 'object' || body === null) return [];
  for (const value of Object.values(body)) {
    const found = recordsIn(value);
    if (found.length > 0) return found;
  }
  return [];
};

/** What somebody is told at an address; null when nothing is told. */
export async function readAs(
  server: TestServer,
  { cookie }: Person,
  address: string,
): Promise<unknown> {
  const answer = await server.request(`/api${address}`, { headers: { Cookie: cookie } });
  const text = await answer.text();
  if (!answer.ok || !answer.headers.get('Content-Type')?.includes('json')) return null;
  return JSON.parse(text) as unknown;
}

/** Records that somebody finds where a path's first parameter stands, best those whose event is allowed. */
async function found(server: TestServer, person: Person, path: string): Promise<Rows> {
  const [collection, rest] = path.split(/\/\{\w+\}\/?/) as [string, string | undefined];
  const newest = encodeURIComponent('["createdAt","DESC"]');
  const rows = [
    ...recordsIn(await readAs(server, person, `${collection}?range=[0,99]&sort=${newest}`)),
    ...recordsIn(await readAs(server, person, `${collection}?range=[0,99]`)),
    ...recordsIn(await readAs(server, person, collection)),
  ];
  const ready = rows.filter(({ allowedEvents }) =>
    (allowedEvents as string[] | undefined)?.includes(rest ?? ''),
  );
  return ready.length > 0 ? ready : rows;
}

/** Things that a call may be about, for whoever makes it. */
export async function paramsOf(server: TestServer, call: Call, person: Person): Promise<Params[]> {
  const [name] = /(?<=\{)\w+/.exec(call.path) ?? [];
  if (!name) return [{}];
  if (name.startsWith('phoneNumber'))
    return [person.phone, ...(name.endsWith('Id') ? [person.id] : [])]
      .filter(Boolean)
      .map((value) => ({ [name]: value }));
  if (call.path.endsWith('/ask-difference')) return [{ [name]: await plansApart(server, person) }];
  if (call.path.startsWith('/leads/')) {
    const id = await ownLead(server, person);
    if (/keep-waiting|all-cities/.test(call.path)) await goUnanswered(server, id);
    return [{ [name]: id }];
  }
  const worked = await caseThing(server, call.path, person);
  if (worked) return [worked];
  const team = await teamThing(server, call.path, person);
  if (team) return [team];
  const companion = await companionThing(server, call.path, person);
  if (companion) return [companion];
  const webhook = await webhookThing(server, call.path, person);
  if (webhook) return [webhook];
  const browser = await browserThing(server, call.path, person);
  if (browser) return [browser];
  const masked = await maskedThing(server, call.path, person);
  if (masked) return [masked];
  const reported = await reportedThing(server, call.path, person);
  if (reported) return [reported];
  const finding = await foundPhoto(server, call.path, person);
  if (finding) return [{ [name]: finding }];
  const account = await accountThing(server, call.path);
  if (account) return [account];
  const token = await tokenThing(server, call.path, person);
  if (token) return [token];
  const asked = await ticketThing(server, call.path, person);
  if (asked) return [asked];
  const archive = await askedArchive(server, call.path, person);
  if (archive) return [{ [name]: archive }];
  const agreed = await dealThing(server, call.path, person);
  if (agreed) return [agreed];
  const offered = await offeredThing(server, call.path, person);
  if (offered) return [{ [name]: offered }];
  if (call.path.startsWith('/files/')) return [{ [name]: await ownFile(server, person) }];
  if (call.path.startsWith('/clinics/')) await signedInClinic(server.ctx());
  if (call.path.startsWith('/clinic-pictures/')) return [{ [name]: await publicPicture(server) }];
  const rows = (await found(server, person, call.path)).slice(0, 20);
  const [, part] = /\{(photoId|pictureId)\}/.exec(call.path) ?? [];
  if (!part) return rows.map((row) => ({ [name]: String(row[name] ?? row.id ?? row._id) }));
  const collection = call.path.split('/{')[0]!;
  const parts = rows.map(async ({ id }) => {
    const record = await readAs(server, person, `${collection}/${String(id)}`);
    const { photos, pictures } = (record ?? {}) as {
      photos?: string[];
      pictures?: Array<{ id: string }>;
    };
    const first = part === 'photoId' ? photos?.[0] : pictures?.[0]?.id;
    return first ? [{ id: String(id), [part]: first }] : [];
  });
  return (await Promise.all(parts)).flat();
}

export async function ownLead(server: TestServer, { role, id, phone }: Person): Promise<string> {
  if (role !== 'patient') return id;
  const actor = { kind: 'patient', id, phone, sessionId: id } as const;
  return (await submitted(actAs(server.ctx(), actor)))._id;
}

/** A request that a clinic sees, or an offer (and its conversation) between somebody and whoever asks; null otherwise. */
async function offeredThing(
  server: TestServer,
  path: string,
  { role, id, phone }: Person,
): Promise<string | null> {
  const [, about] =
    /^\/(?:clinic\/)?(leads|offers|conversations)\/\{(?:id|leadId|offerId)\}/.exec(path) ?? [];
  if (!about) return null;
  if (role !== 'patient' && role !== 'clinic-approved') return id;
  const patient =
    role === 'patient' ? actAs(server.ctx(), personActor('patient', id, phone)) : undefined;
  const asks =
    role === 'clinic-approved'
      ? [actAs(server.ctx(), { ...personActor('clinic', id, phone), approved: true })]
      : [];
  const { leadId } = await publishedLead(server, {}, patient, asks);
  if (about === 'leads') return leadId;
  const clinic =
    role === 'patient'
      ? (await signedInClinic(server.ctx())).ctx
      : actAs(server.ctx(), { ...personActor('clinic', id, phone), approved: true });
  return sentOffer(clinic, leadId);
}

/** A request of whoever asks, with two offers that count two teeth and four. */
async function plansApart(server: TestServer, { role, id, phone }: Person): Promise<string> {
  if (role !== 'patient') return id;
  const patient = actAs(server.ctx(), personActor('patient', id, phone));
  const { leadId } = await publishedLead(server, {}, patient);
  for (const quantity of [2, 4]) {
    const { ctx } = await signedInClinic(server.ctx());
    const items = [{ key: 'procedure', state: 'included', quantity, unit: 'teeth' }];
    await sentOffer(ctx, leadId, { items });
  }
  return leadId;
}

const personActor = <K extends 'patient' | 'clinic'>(kind: K, id: string, phone: string) => ({
  kind,
  id,
  phone,
  sessionId: id,
  member: accountHolder(id),
});

/** A request that has waited so long without an offer that its patient is asked. */
async function goUnanswered({ services }: TestServer, instance: string): Promise<void> {
  // Looked over, seen by more clinics, told to its patient: each timer is armed by the one before.
  for (let passed = 0; passed < 3; passed += 1) {
    const { rows } = await services.database.pool.query<{ token: string }>(
      `update flow.timer set fire_at = platform.now() where instance_id = $1 and fire_at =
         (select min(fire_at) from flow.timer where instance_id = $1) returning token`,
      [instance],
    );
    for (const { token } of rows) await fireArmedTimer(services, [leadFlow], { instance, token });
  }
}

/** The archive that whoever asks has had made; null for other calls. */
async function askedArchive(
  server: TestServer,
  path: string,
  { id, phone, role }: Person,
): Promise<string | null> {
  const [kind = ''] = role.split('-');
  if (!path.endsWith('/account/export/{id}') || (kind !== 'patient' && kind !== 'clinic'))
    return null;
  const actor = { ...personActor(kind, id, phone), approved: role === 'clinic-approved' };
  return (await askArchive(actAs(server.ctx(), actor as ActorOf<'patient'> | ActorOf<'clinic'>)))
    ._id;
}

async function ownFile(server: TestServer, person: Person): Promise<string> {
  if (person.role === 'patient') return storedPhoto(server, person.cookie);
  const { rows } = await server.services.database.pool.query<{ id: string }>(
    'select id from clinic_onboarding.document where clinic_id = $1 limit 1',
    [person.id || null],
  );
  return rows[0]?.id ?? person.id;
}

export const filled = (path: string, params: Params): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The record that a call changes, where the same address or the one above it can be read. */
export async function recordAt(
  server: TestServer,
  { path, body: takes }: Call,
  params: Params,
  person: Person,
): Promise<Record<string, unknown>> {
  if (!takes) return {};
  const above = path.replace(/(\{\w+\})\/[^{}]+$/, '$1');
  const readable = [path, above].find((each) =>
    calls.some((call) => call.method === 'GET' && call.path === each),
  );
  if (!readable) return {};
  const body = (await readAs(server, person, filled(readable, params))) as {
    data?: Record<string, unknown>;
  } | null;
  return body?.data ?? (body as Record<string, unknown> | null) ?? {};
}
