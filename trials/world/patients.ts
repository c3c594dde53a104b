import { randomUUID } from 'node:crypto';
import { photo } from '../../tests/e2e/story/photos';
import { pause } from '../cluster/parts';
import { Client, codeTo, isGood, type Answer, type World } from './client';
import { pick, type Deed, type Dice, type Step } from './plan';

/** What somebody needs of a step: its own dice, and how it is sent. */
export interface Doing {
  readonly dice: Dice;
  readonly sent: Step['sent'];
}

/** A person of the world with all that they can do. */
export interface Player {
  readonly client: Client;
  readonly does: Partial<Record<Deed, (doing: Doing) => Promise<unknown>>>;
  /** They have closed their account: they do nothing any more. */
  left: boolean;
}

export const inDays = (world: World, days: number): string =>
  new Date(world.history.now + days * 86_400_000).toISOString();

/** Reads from the database what there is to pick from; nothing while it is away. */
export async function peek<Row>(world: World, sql: string, ids: unknown[]): Promise<Row[]> {
  try {
    return (await world.ground.stage.database.query(sql, ids)).rows as Row[];
  } catch {
    return [];
  }
}

/** Asks for a code, waits for it and shows it; anew, where the code was too late. */
export async function enterByCode(
  client: Client,
  phoneNumber: string,
  prefix: '' | '/clinic',
): Promise<Answer> {
  for (let tries = 0; tries < 12; tries += 1) {
    const since = Date.now();
    const send = { method: 'POST', path: `/api${prefix}/auth/send-code` } as const;
    const asked = await client.once({ ...send, body: { phoneNumber }, anonymous: true });
    const otpCode = isGood(asked) ? await codeTo(client.world, phoneNumber, since) : null;
    if (!otpCode) {
      await pause(700);
      continue;
    }
    const path = `/api${prefix}/auth/verify-code`;
    const body = { phoneNumber, otpCode };
    const verified = await client.once({ method: 'POST', path, body, anonymous: true });
    if (isGood(verified)) return verified;
    await pause(300);
  }
  throw new Error(`${client.name} cannot sign in`);
}

/** Shows a fresh code, before what is sensitive. */
export async function stepUp(client: Client, phone: string, prefix: '' | '/clinic'): Promise<boolean> {
  const since = Date.now();
  const asked = await client.post(`/api${prefix}/auth/step-up/send-code`);
  const otpCode = isGood(asked) ? await codeTo(client.world, phone, since) : null;
  if (!otpCode) return false;
  return isGood(await client.post(`/api${prefix}/auth/step-up`, { otpCode }));
}

const treatments = {
  dental: ['Root Canal', 'mouth'],
  hair: ['Hair Transplant (FUE)', 'scalp-top'],
} as const;
export type Treatment = keyof typeof treatments;

const nested = (name: string) => (answer: Answer) =>
  (answer.data[name] as { _id?: string } | undefined)?._id;
const ownId = ({ data }: Answer) => data._id as string | undefined;

/** An accepted event of a flow: what an actor was answered that it caused. */
const claimEvent = (client: Client, id: string, event: string): void =>
  client.world.history.claim({ kind: 'event', id, who: client.name, words: event });

/** What patient and clinic do alike, each on its own side. */
export function partyDeeds(client: Client, side: 'patient' | 'clinic') {
  const { world } = client;
  const { history } = world;
  const mine = `${side}_id`;
  const offersToTalk = () =>
    peek<{ id: string }>(
      world,
      `select id from offers.offer where ${mine} = $1 and status in ('pending', 'negotiating', 'accepted')`,
      [client.id],
    );
  const deals = (where: string) =>
    peek<{ id: string; flow: string; cents: number; time: string | null }>(
      world,
      `select d.offer_id as id, d.id as flow, d.sealed_cents as cents, t.id as time from deals.deal d
       left join deals.time t on t.deal_id = d.id and t.status = 'proposed' and t."from" <> $2
       where d.${mine} = $1 and ${where}`,
      [client.id, side],
    );
  const say = async ({ dice, sent }: Doing, more: (offerId: string) => Promise<object>) => {
    const offers = await offersToTalk();
    if (offers.length === 0) return;
    const { id } = pick(dice, offers);
    const word = history.plant(client.name, 'message');
    const extra = await more(id);
    const text = `${'text' in extra ? String(extra.text) : 'A word about it:'} ${word}`;
    const path = `/api/conversations/${id}/messages`;
    const answer = await client.keyed(path, { ...extra, text }, { sent, idOf: nested('message'), word });
    const messageId = nested('message')(answer);
    if (isGood(answer) && messageId)
      history.claim({ kind: 'message', id: messageId, who: client.name, words: word });
  };
  return {
    write: (doing: Doing) => say(doing, () => Promise.resolve({})),
    'write-file': (doing: Doing) =>
      say(doing, async () => {
        const form = new FormData();
        const { buffer } = await photo(Math.floor(doing.dice() * 90));
        form.append('attachment', new File([new Uint8Array(buffer)], 'x.jpg', { type: 'image/jpeg' }));
        const path = `/api/attachments?as=${side}`;
        const answer = await client.ask({ method: 'POST', path, form });
        return isGood(answer) ? { attachments: [answer.data.id as string] } : {};
      }),
    'propose-time': async ({ dice }: Doing) => {
      const open = await deals(`d.phase in ('accepted', 'scheduled')`);
      if (open.length === 0) return;
      const { id, flow } = pick(dice, open);
      const startsAt = inDays(world, 2 + Math.floor(dice() * 20));
      const answer = await client.post(`/api/deals/${id}/times?as=${side}`, { startsAt });
      if (isGood(answer)) claimEvent(client, flow, 'deals.propose-time');
    },
    'answer-time': async ({ dice }: Doing) => {
      const open = (await deals('t.id is not null')).filter(({ time }) => time);
      if (open.length === 0) return;
      const { id, flow, time } = pick(dice, open);
      const word = dice() < 0.8 ? 'accept' : 'decline';
      const answer = await client.post(`/api/deals/${id}/times/${time}/${word}?as=${side}`);
      if (isGood(answer)) claimEvent(client, flow, `deals.${word}-time`);
    },
    confirm: async ({ dice }: Doing) => {
      const due = `(d.phase in ('accepted', 'confirming')
        or (d.phase = 'scheduled' and d.scheduled_for < platform.now()))`;
      const open = await deals(due);
      if (open.length === 0) return;
      const { id, flow, cents } = pick(dice, open);
      const answer = await client.post(`/api/deals/${id}/treated?as=${side}`, {
        finalAmountCents: cents,
      });
      if (isGood(answer)) claimEvent(client, flow, 'deals.confirm');
    },
    'cancel-deal': async ({ dice }: Doing) => {
      const open = await deals(`d.phase = 'accepted'`);
      if (open.length === 0) return;
      const { id, flow } = pick(dice, open);
      const reason = `It cannot be: ${history.plant(client.name, 'message')}`;
      const answer = await client.post(`/api/deals/${id}/cancel?as=${side}`, { reason });
      if (isGood(answer)) claimEvent(client, flow, 'deals.cancel');
    },
    ticket: async ({ sent }: Doing) => {
      const word = history.plant(client.name, 'ticket');
      const body = { subject: 'A question', message: `Please help: ${word}` };
      const answer = await client.keyed(`/api/tickets?as=${side}`, body, {
        ...{ sent, word },
        idOf: nested('ticket'),
      });
      const id = nested('ticket')(answer);
      if (isGood(answer) && id)
        history.claim({ kind: 'ticket', id, who: client.name, words: word });
    },
    notices: async ({ dice }: Doing) => {
      await client.get(`/api/notifications?as=${side}`);
      if (dice() < 0.5) await client.post(`/api/notifications/read?as=${side}`);
    },
    pry: (doing: Doing) => pries(client, side, doing),
  };
}

/** Addresses of what belongs to others, as somebody tries who has seen an id. */
async function pries(client: Client, side: 'patient' | 'clinic', { dice }: Doing): Promise<void> {
  const { world } = client;
  const [other] = await peek<Record<'lead' | 'offer' | 'photo' | 'ticket', string | null>>(
    world,
    `select (select id from leads.lead where patient_id <> $1 order by md5(id::text || $2) limit 1) as lead,
       (select id from offers.offer where ${side}_id <> $1 order by md5(id::text || $2) limit 1) as offer,
       (select id from consultation.photo where owner_id <> $1 order by md5(id::text || $2) limit 1) as photo,
       (select id from support.ticket where owner_id <> $1 order by md5(id::text || $2) limit 1) as ticket`,
    [client.id, String(dice())],
  );
  if (!other) return;
  const { lead, offer, photo: file, ticket } = other;
  const tries: Array<readonly [string | null, string, object?]> = [
    [offer, `/api/conversations/${offer}/messages`],
    [offer, `/api/deals/${offer}?as=${side}`],
    [offer, `/api/conversations/${offer}/messages`, { text: 'Let me in' }],
    [offer, `/api/deals/${offer}/cancel?as=${side}`, { reason: 'Not mine' }],
    [file, `/api/files/${file}`],
    [ticket, `/api/tickets/${ticket}?as=${side}`],
    ...(side === 'patient'
      ? ([
          [offer, `/api/offers/${offer}`],
          [offer, `/api/offers/${offer}/accept`, {}],
          [offer, `/offer/${offer}`],
          [lead, `/api/offers?lead=${lead}`],
          [lead, `/api/leads/${lead}/photo-views`],
          [lead, `/api/leads/${lead}/cancel`, {}],
          [lead, `/offers/${lead}`],
        ] as const)
      : ([
          [offer, `/api/clinic/offers/${offer}/withdraw`, {}],
          [lead, `/api/clinic/leads/${lead}`],
          [offer, `/clinic/deal/${offer}`],
          [offer, `/clinic/conversation/${offer}`],
        ] as const)),
  ];
  const [id, path, body] = pick(dice, tries);
  if (!id) return;
  const answer = body
    ? await client.post(path, body, { key: randomUUID() })
    : await client.get(path, path.includes('/files/') ? { photo: id } : {});
  const mayBe = path === `/api/clinic/leads/${lead}` || path.includes('/files/');
  if (isGood(answer) && !mayBe)
    world.history.fail(`${client.name}: ${body ? 'POST' : 'GET'} ${path} is not theirs: ${answer.status}`);
}

/** A patient with a number, a name and an address that nobody else has. */
export function patientOf(world: World, name: string, n: number): Player {
  const phone = `+1312${String(2_000_000 + n * 37)}`;
  const { history } = world;
  const client = new Client(name, world, `10.1.${n >> 8}.${n & 255}`);
  history.plantAs(phone.slice(1), name, 'contact');
  const lastName = history.plant(name, 'contact');
  const mail = history.plant(name, 'contact');
  client.signsIn = async () => {
    const { data } = await enterByCode(client, phone, '');
    if (!data.hasCompleteProfile) {
      const profile = { firstName: 'Sarah', lastName, email: `${mail}@world.example` };
      const path = '/api/auth/complete-registration';
      const body = { phoneNumber: phone, ...profile };
      const answer = await client.once({ method: 'POST', path, body });
      // Its answer may be lost, and it done: then the next sign-in finds the profile.
      if (!isGood(answer)) throw new Error(`${name} cannot register: ${answer.status} ${answer.code}`);
    }
    const found = 'select id from identity.patient where phone = $1';
    const [own] = await peek<{ id: string }>(world, found, [phone]);
    if (!own) throw new Error(`${name} is not to be found`);
    client.id = own.id;
    history.people.set(name, own.id);
  };
  const player: Player = { client, left: false, does: {} };
  Object.assign(player.does, partyDeeds(client, 'patient'), ownDeeds(player, phone));
  return player;
}

/** What only patients do. */
function ownDeeds(player: Player, phone: string): Player['does'] {
  const { client } = player;
  const { world, name } = client;
  const { history } = world;
  const leads = (where: string) =>
    peek<{ id: string }>(world, `select id from leads.lead where patient_id = $1 and ${where}`, [
      client.id,
    ]);
  const liveOffers = () =>
    peek<{ id: string; lead: string }>(
      world,
      `select id, lead_id as lead from offers.offer where patient_id = $1 and status in ('pending', 'negotiating')`,
      [client.id],
    );
  const accept = async (id: string) => {
    const answer = await client.post(`/api/offers/${id}/accept`);
    if (isGood(answer)) claimEvent(client, id, 'offers.accept');
    return answer;
  };
  return {
    submit: async ({ dice, sent }) => {
      const photos: string[] = [];
      for (let n = Math.floor(dice() * 3); n > 0; n -= 1) photos.push(...(await uploads(client, dice)));
      const treatment = dice() < 0.75 ? 'dental' : 'hair';
      const [subTreatment, bodyArea] = treatments[treatment];
      const word = history.plant(name, 'notes');
      const contact = dice() < 0.1 ? ` Call me: ${phone}.` : '';
      const body = {
        ...{ phoneNumber: phone, treatment, subTreatment, bodyArea, photos },
        description: `It hurts. ${word}${contact}`,
        locations: dice() < 0.5 ? [] : [pick(dice, ['Istanbul', 'Ankara'])],
        budget: '1000-5000',
        timeline: 'asap',
        patientInfo: {
          ...{ ageBand: null, gender: null, allergies: '' },
          medicalHistory: `None but ${history.plant(name, 'notes')}`,
        },
      };
      const answer = await client.keyed('/api/leads', body, { sent, idOf: ownId, word });
      const id = ownId(answer);
      if (!isGood(answer) || !id) return;
      history.claim({ kind: 'request', id, who: name, words: word });
      for (const each of photos) history.claim({ kind: 'photo', id: each, who: name, words: id });
    },
    draft: async () => {
      const read = await client.get('/api/drafts/me');
      const version = (read.data.draft as { version: number } | null)?.version ?? 0;
      const empty = { category: null, subTreatment: null, bodyArea: null, locations: [] };
      const info = { ageBand: null, gender: null, medicalHistory: '', allergies: '' };
      const fields = { ...empty, budget: null, timeline: null, patientInfo: info };
      const notes = history.plant(name, 'notes');
      const body = { expectedVersion: version, step: 6, fields: { ...fields, notes } };
      await client.ask({ method: 'PUT', path: '/api/drafts/me', body });
    },
    cancel: async ({ dice }) => {
      const open = await leads(`status in ('pending', 'reviewed', 'offers_received')`);
      if (open.length < 2) return;
      const { id } = pick(dice, open);
      const reason = `Not any more. ${history.plant(name, 'reason')}`;
      const answer = await client.post(`/api/leads/${id}/cancel`, { reason });
      if (isGood(answer)) claimEvent(client, id, 'leads.cancel');
    },
    'keep-waiting': async ({ dice }) => {
      const asked = await leads(`notice_at is not null and status = 'reviewed'`);
      if (asked.length === 0) return;
      const { id } = pick(dice, asked);
      const word = dice() < 0.5 ? 'keep-waiting' : 'all-cities';
      const answer = await client.post(`/api/leads/${id}/${word}`);
      const event = word === 'all-cities' ? 'leads.open-cities' : 'leads.keep-waiting';
      if (isGood(answer)) claimEvent(client, id, event);
    },
    accept: async ({ dice }) => {
      const offers = await liveOffers();
      if (offers.length > 0) await accept(pick(dice, offers).id);
    },
    'accept-two': async ({ dice }) => {
      const offers = await liveOffers();
      if (offers.length === 0) return;
      const { lead } = pick(dice, offers);
      const both = offers.filter((each) => each.lead === lead).slice(0, 2);
      const answers = await Promise.all(both.map(({ id }) => accept(id)));
      if (answers.filter(isGood).length > 1) history.fail(`${name}: two offers of ${lead} were accepted`);
    },
    decline: async ({ dice }) => {
      const offers = await liveOffers();
      if (offers.length < 2) return;
      const { id } = pick(dice, offers);
      const answer = await client.post(`/api/offers/${id}/decline`, { reason: null });
      if (isGood(answer)) claimEvent(client, id, 'offers.decline');
    },
    'write-contact': async (doing) => {
      const offers = await liveOffers();
      if (offers.length === 0) return;
      const word = history.plant(name, 'message');
      const path = `/api/conversations/${pick(doing.dice, offers).id}/messages`;
      const text = `My number is ${phone}, ${word}`;
      await client.keyed(path, { text }, { sent: doing.sent, idOf: nested('message'), word });
    },
    review: async ({ dice }) => {
      const done = await peek<{ id: string }>(
        world,
        `select offer_id as id from deals.deal where patient_id = $1 and phase = 'treated'`,
        [client.id],
      );
      if (done.length === 0) return;
      const { id } = pick(dice, done);
      const text = `Kind people. Thanks, ${1 + Math.floor(dice() * 1e9)}`;
      const answer = await client.post(`/api/deals/${id}/review`, { stars: 5, text });
      if (isGood(answer))
        history.claim({ kind: 'review', id: nested('review')(answer)!, who: name, words: text });
    },
    look: async ({ dice }) => {
      const [own, offers] = [await leads('true'), await liveOffers()];
      const lead = own.length > 0 ? pick(dice, own).id : null;
      const paths = ['/api/leads/me', '/my-offers', '/api/account/consents', '/profile', '/'];
      if (lead) paths.push(`/api/offers?lead=${lead}`, `/offers/${lead}`, `/request-detail/${lead}`);
      if (lead) paths.push(`/api/leads/${lead}/photo-views`);
      for (const { id } of offers.slice(0, 1))
        paths.push(`/api/offers/${id}`, `/offer/${id}`, `/api/conversations/${id}/messages`);
      for (const { id } of await peek<{ id: string }>(
        world,
        'select offer_id as id from deals.deal where patient_id = $1 limit 1',
        [client.id],
      ))
        paths.push(`/api/deals/${id}?as=patient`, `/deal/${id}`);
      await client.get(pick(dice, paths));
      await client.get(pick(dice, paths));
    },
    'photo-sight': async ({ dice }) => {
      const offers = await peek<{ lead: string; clinic: string }>(
        world,
        'select lead_id as lead, clinic_id as clinic from offers.offer where patient_id = $1',
        [client.id],
      );
      if (offers.length === 0) return;
      const { lead, clinic } = pick(dice, offers);
      const body = { clinicId: clinic, allowed: dice() < 0.3 };
      await client.post(`/api/leads/${lead}/photo-sight`, body);
    },
    export: async () => {
      if (!(await stepUp(client, phone, ''))) return;
      await client.post('/api/account/export');
    },
    consent: async () => {
      const body = { kind: 'sharing-with-clinics', given: false };
      const answer = await client.ask({ method: 'PUT', path: '/api/account/consents', body });
      if (isGood(answer))
        history.claim({ kind: 'consent', id: client.id, who: name, words: 'sharing-with-clinics' });
    },
    leave: async () => {
      if (!(await stepUp(client, phone, ''))) return;
      const answer = await client.post('/api/account/delete', { confirm: 'DELETE' });
      if (!isGood(answer) && answer.status !== 0 && !answer.repeated) return;
      player.left = true;
      client.forget();
      if (isGood(answer)) history.claim({ kind: 'leave', id: client.id, who: name, words: '' });
    },
  };
}

async function uploads(client: Client, dice: Dice): Promise<string[]> {
  const { buffer } = await photo(Math.floor(dice() * 1_000));
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(buffer)], 'photo.jpg', { type: 'image/jpeg' }));
  const answer = await client.ask({ method: 'POST', path: '/api/photos', form });
  return isGood(answer) ? [answer.data.id as string] : [];
}
