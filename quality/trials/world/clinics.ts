import { Secret, TOTP } from 'otpauth';
import { newStaff } from '../../../tests/e2e/kit/new-staff';
import { photo } from '../../../tests/e2e/story/photos';
import { pause } from '../cluster/parts';
import { Client, isGood, type Answer, type World } from './client';
import {
  closesAccount,
  enterByCode,
  partyDeeds,
  peek,
  stepUp,
  type Doing,
  type Player,
} from './party';
import { pick } from './plan';

const documentKinds = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
];

const ownOffer = ({ data }: Answer) => (data.offer as { _id: string } | undefined)?._id;

/** Two of each city; the last one treats hair alone. */
const detailsOf = (n: number) => ({
  city: n % 2 === 0 ? 'Istanbul' : 'Ankara',
  specialties: n === 4 ? ['Hair Transplant'] : ['Dental Treatment', 'Hair Transplant'],
});

/** A clinic of one person: registered, with documents that wait for the team. */
export function clinicOf(world: World, name: string, n: number): Player {
  const phone = `+1905${String(2_100_000 + n * 41)}`;
  const { history } = world;
  const client = new Client(name, world, `10.2.0.${n + 1}`);
  history.plantAs(phone.slice(1), name, 'clinic-contact');
  const mail = history.plant(name, 'clinic-contact');
  client.signsIn = async () => {
    const { data } = await enterByCode(client, phone, '/clinic');
    if (!data.hasCompleteProfile) {
      const path = '/api/clinic/auth/complete-registration';
      const { city, specialties } = detailsOf(n);
      const body = {
        ...{ phoneNumber: phone, clinicName: `Clinic Number ${'ABCDEFGH'[n]}`, city, specialties },
        ...{ doctorName: 'Dr. Ada Kaya', email: `${mail}@world.example`, country: 'Turkey' },
        ...{ address: '12 Istiklal Avenue', licenseNumber: `TR-${n}12345`, experience: '5-10' },
      };
      const answer = await client.once({ method: 'POST', path, body });
      if (!isGood(answer))
        throw new Error(`${name} cannot register: ${answer.status} ${answer.code}`);
    }
    const own = await client.once({ method: 'GET', path: '/api/clinic/auth/status/me' });
    const clinic = own.data.clinic as { _id: string; documents: object[] } | undefined;
    if (!clinic) throw new Error(`${name} does not find itself: ${own.status}`);
    client.id = clinic._id;
    history.people.set(name, client.id);
    const have = new Set((clinic.documents as Array<{ kind: string }>).map(({ kind }) => kind));
    for (const kind of documentKinds) if (!have.has(kind)) await uploads(client, phone, kind, n);
  };
  const player: Player = { client, left: false, does: {} };
  const leave = () => leaves(player, phone);
  Object.assign(player.does, partyDeeds(client, 'clinic'), ownDeeds(client, phone), { leave });
  return player;
}

async function uploads(
  client: Client,
  phoneNumber: string,
  kind: string,
  n: number,
): Promise<void> {
  const { buffer } = await photo(n * 100 + kind.length);
  const form = new FormData();
  form.append('phoneNumber', phoneNumber);
  form.append('kind', kind);
  form.append(
    'documents',
    new File([new Uint8Array(buffer)], `${kind}.jpg`, { type: 'image/jpeg' }),
  );
  await client.once({ method: 'POST', path: '/api/clinic/auth/upload-documents', form });
}

/** Closes the account, as long as three others answer requests. */
async function leaves(player: Player, phone: string): Promise<void> {
  const { client } = player;
  const { world, id } = client;
  const others = await peek(
    world,
    `select id from clinic_onboarding.clinic where id <> $1 and status = 'approved'`,
    [id],
  );
  if (others.length < 3 || !(await stepUp(client, phone, '/clinic'))) return;
  await closesAccount(player, '/clinic');
}

/** What only clinics do. */
function ownDeeds(client: Client, phone: string): Player['does'] {
  const { world, name } = client;
  const { history } = world;
  const listed = async (): Promise<string[]> => {
    const { data } = await client.get('/api/clinic/leads');
    return ((data.leads ?? []) as Array<{ _id: string }>).map(({ _id }) => _id);
  };
  const live = () =>
    peek<{ id: string; lead: string }>(
      world,
      `select id, lead_id as lead from offers.offer where clinic_id = $1 and status in ('pending', 'negotiating')`,
      [client.id],
    );
  const words = () => {
    const word = history.plant(name, 'offer');
    return {
      word,
      fields: (cents: number) => ({ amountCents: cents, message: `Gladly. ${word}` }),
    };
  };
  return {
    offer: async ({ dice, sent }) => {
      const leads = await listed();
      if (leads.length === 0) return;
      const { word, fields } = words();
      const path = `/api/clinic/leads/${pick(dice, leads)}/offers`;
      const body = fields(100_000 + Math.floor(dice() * 90_000));
      const answer = await client.keyed(path, body, { sent, idOf: ownOffer, word });
      const id = ownOffer(answer);
      if (isGood(answer) && id) history.claim({ kind: 'offer', id, who: name, words: word });
    },
    revise: async ({ dice }) => {
      const offers = await live();
      if (offers.length === 0) return;
      const { id } = pick(dice, offers);
      const { word, fields } = words();
      const body = fields(90_000 + Math.floor(dice() * 90_000));
      const answer = await client.ask({ method: 'PUT', path: `/api/clinic/offers/${id}`, body });
      if (isGood(answer)) history.claim({ kind: 'offer', id, who: name, words: word });
    },
    withdraw: async ({ dice }) => {
      const offers = await live();
      if (offers.length === 0) return;
      const { id } = pick(dice, offers);
      const answer = await client.post(`/api/clinic/offers/${id}/withdraw`);
      if (isGood(answer)) history.claim({ kind: 'event', id, who: name, words: 'offers.withdraw' });
    },
    'answer-review': async ({ dice }) => {
      const open = await peek<{ id: string }>(
        world,
        'select id from deals.review where clinic_id = $1 and answer is null',
        [client.id],
      );
      if (open.length === 0) return;
      await client.post(`/api/reviews/${pick(dice, open).id}/answer`, { text: 'Thank you' });
    },
    look: async ({ dice }) => {
      const leads = await listed();
      const paths = [
        '/clinic/dashboard',
        '/clinic/dashboard?tab=bids',
        '/api/clinic/auth/status/me',
      ];
      if (leads.length > 0) {
        const lead = pick(dice, leads);
        paths.push(`/api/clinic/leads/${lead}`, `/clinic/request/${lead}`);
      }
      for (const { id } of (await live()).slice(0, 1))
        paths.push(`/api/conversations/${id}/messages`, `/clinic/conversation/${id}`);
      for (const { id } of await peek<{ id: string }>(
        world,
        'select offer_id as id from deals.deal where clinic_id = $1 limit 1',
        [client.id],
      ))
        paths.push(`/api/deals/${id}?as=clinic`, `/clinic/deal/${id}`);
      await client.get(pick(dice, paths));
      await client.get(pick(dice, paths));
    },
    'look-at-photos': async ({ dice }) => {
      const photos = await peek<{ id: string }>(
        world,
        'select id from consultation.photo where lead_id is not null',
        [],
      );
      if (photos.length === 0) return;
      const { id } = pick(dice, photos);
      await client.get(`/api/files/${id}?size=thumb`, { photo: id });
    },
    export: async () => {
      if (await stepUp(client, phone, '/clinic')) await client.post('/api/clinic/account/export');
    },
  };
}

/** A member of the team: added by the operator's command, signed in at the console. */
export async function staffOf(world: World, name: string): Promise<Player> {
  const { ground, history } = world;
  const client = new Client(name, world, '10.3.0.1');
  const place = { cwd: ground.root, env: ground.stage.env, command: 'build/server/staff.js' };
  const staff = await newStaff(ground.site, 'admin', place);
  client.signsIn = async () => {
    for (let tries = 0; tries < 20; tries += 1, await pause(1_500)) {
      const code = new TOTP({ secret: Secret.fromBase32(staff.totpSecret) }).generate({
        timestamp: history.now,
      });
      const { email, password } = staff;
      const body = { email, password, code };
      const path = '/api/admin/login';
      if (isGood(await client.once({ method: 'POST', path, body, anonymous: true }))) return;
    }
    throw new Error(`${name} cannot sign in`);
  };
  const [me] = (
    await ground.stage.database.query<{ id: string }>(
      'select id from identity.staff_account where email = $1',
      [staff.email],
    )
  ).rows;
  client.id = me!.id;
  history.people.set(name, client.id);
  return { client, left: false, does: staffDeeds(client) };
}

function staffDeeds(client: Client): Player['does'] {
  const { world, name } = client;
  const { history } = world;
  const decide = async (path: string, event: string, more: object = {}) => {
    const read = await client.get(`/api/admin/${path}`);
    if (!isGood(read)) return read;
    const { version } = JSON.parse(read.text) as { version?: string };
    return client.post(`/api/admin/${path}/${event}`, { ...more, ...(version ? { version } : {}) });
  };
  const claimEvent = (id: string, words: string) =>
    history.claim({ kind: 'event', id, who: name, words });
  return {
    screen: async ({ dice }) => {
      const held = await peek<{ id: string; contact: boolean }>(
        world,
        `select id, 'contact-data' = any(findings) as contact from leads.lead where status = 'pending' and screening_ends_at is null`,
        [],
      );
      if (held.length === 0) return;
      const { id, contact } = pick(dice, held);
      const event = !contact && dice() < 0.85 ? 'approve' : 'reject';
      const reason = event === 'reject' ? { reason: 'Not a treatment of ours' } : {};
      if (isGood(await decide(`leads/${id}`, event, reason))) claimEvent(id, `leads.${event}`);
    },
    'review-clinics': async () => {
      const waiting = await peek<{ clinic: string; documents: string[] }>(
        world,
        `select c.id as clinic, coalesce(array_agg(d.id) filter (where d.review = 'waiting'), '{}') as documents
         from clinic_onboarding.clinic c left join clinic_onboarding.document d on d.clinic_id = c.id
         where c.status = 'pending' group by c.id`,
        [],
      );
      for (const { clinic, documents } of waiting) {
        for (const id of documents) await decide(`documents/${id}`, 'accept');
        await decide(`clinics/${clinic}`, 'approve');
      }
    },
    'answer-tickets': async ({ dice }) => {
      const open = await peek<{ id: string }>(
        world,
        `select id from support.ticket where status = 'open'`,
        [],
      );
      if (open.length === 0) return;
      const text = `We look at it. ${1 + Math.floor(dice() * 1e9)}`;
      await client.post(`/api/admin/tickets/${pick(dice, open).id}/answer`, { text });
    },
    suspend: async ({ dice }) => {
      const all = await peek<{ id: string; status: string }>(
        world,
        `select id, status from clinic_onboarding.clinic where status in ('approved', 'suspended')`,
        [],
      );
      const out = all.find(({ status }) => status === 'suspended');
      // One at a time, so that requests are answered.
      if (out) await decide(`clinics/${out.id}`, 'reinstate');
      else if (all.length > 2)
        await decide(`clinics/${pick(dice, all).id}`, 'suspend', { reason: 'A complaint' });
    },
    look: async ({ dice }) => {
      const lists = ['leads', 'offers', 'deals', 'patients', 'clinics', 'tickets', 'workflows'];
      const range = `range=${encodeURIComponent('[0,9]')}`;
      await client.get(`/api/admin/${pick(dice, lists)}?${range}`);
    },
    pry: (doing: Doing) => asStranger(client, doing),
  };
}

/** The console's addresses, asked without the console's session. */
async function asStranger(client: Client, { dice }: Doing): Promise<void> {
  const visitor = new Client(`visitor of ${client.name}`, client.world, '10.4.0.1');
  const paths = ['/api/admin/patients', '/api/admin/leads', '/api/leads/me', '/api/clinic/leads'];
  const path = pick(dice, paths);
  const answer = await visitor.get(path, { anonymous: true });
  if (isGood(answer)) client.world.history.fail(`a visitor read ${path}`);
}
