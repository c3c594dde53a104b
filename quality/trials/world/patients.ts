import { photo } from '../../../tests/e2e/story/photos';
import { Client, isGood, isTaken, type Answer, type World } from './client';
import {
  claimEvent,
  closesAccount,
  enterByCode,
  nested,
  partyDeeds,
  peek,
  stepUp,
  type Player,
} from './party';
import { pick, type Dice } from './plan';

const treatments = {
  dental: ['Root Canal', 'mouth'],
  hair: ['Hair Transplant (FUE)', 'scalp-top'],
} as const;

const ownId = ({ data }: Answer) => data._id as string | undefined;

/** A patient with a number, a name and an address of their own. */
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
      if (!isGood(answer))
        throw new Error(`${name} cannot register: ${answer.status} ${answer.code}`);
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
    peek<{ id: string; lead: string; revision: number }>(
      world,
      `select id, lead_id as lead, revision from offers.offer
       where patient_id = $1 and status in ('pending', 'negotiating')`,
      [client.id],
    );
  const accept = async (id: string, revision: number | null) => {
    const answer = await (revision === null
      ? client.post(`/api/offers/${id}/accept`)
      : client.page(`/offer/${id}/accept`, { intent: 'accept', revision: String(revision) }));
    const isDone = isGood(answer) || isTaken(answer, '/deal/');
    if (isDone) claimEvent(client, id, 'offers.accept');
    return isDone;
  };
  return {
    submit: async ({ dice, sent }) => {
      const photos: string[] = [];
      for (let n = Math.floor(dice() * 3); n > 0; n -= 1)
        photos.push(...(await uploads(client, dice)));
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
      const answer = await (dice() < 0.5
        ? client.post(`/api/leads/${id}/cancel`, { reason })
        : client.page(`/request-detail/${id}/cancel`, { intent: 'cancel', reason }));
      const isDone = isGood(answer) || isTaken(answer, '/request-detail/');
      if (isDone && !answer.repeated) claimEvent(client, id, 'leads.cancel');
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
      if (offers.length === 0) return;
      const { id, revision } = pick(dice, offers);
      await accept(id, dice() < 0.5 ? revision : null);
    },
    'accept-two': async ({ dice }) => {
      const offers = await liveOffers();
      if (offers.length === 0) return;
      const { lead } = pick(dice, offers);
      const both = offers.filter((each) => each.lead === lead).slice(0, 2);
      const done = await Promise.all(both.map(({ id }) => accept(id, null)));
      if (done.filter(Boolean).length > 1)
        history.fail(`${name}: two offers of ${lead} were accepted`);
    },
    decline: async ({ dice }) => {
      const offers = await liveOffers();
      if (offers.length < 2) return;
      const { id } = pick(dice, offers);
      const answer = await (dice() < 0.5
        ? client.post(`/api/offers/${id}/decline`, { reason: null })
        : client.page(`/offer/${id}/decline`, { intent: 'decline', reason: '' }));
      if (isGood(answer) || isTaken(answer, '/offers/')) claimEvent(client, id, 'offers.decline');
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
      const text = `Kind people. ${history.plant(name, 'public')}`;
      const answer = await client.post(`/api/deals/${id}/review`, { stars: 5, text });
      if (isGood(answer))
        history.claim({ kind: 'review', id: nested('review')(answer)!, who: name, words: text });
    },
    look: async ({ dice }) => {
      const [own, offers] = [await leads('true'), await liveOffers()];
      const lead = own.length > 0 ? pick(dice, own).id : null;
      const paths = ['/api/leads/me', '/my-offers', '/api/account/consents', '/profile', '/'];
      if (lead)
        paths.push(`/api/offers?lead=${lead}`, `/offers/${lead}`, `/request-detail/${lead}`);
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
      // It is given with the first request; there is nothing to withdraw before.
      if (!history.claims.some(({ kind, who }) => kind === 'request' && who === name)) return;
      const body = { kind: 'sharing-with-clinics', given: false };
      const answer = await client.ask({ method: 'PUT', path: '/api/account/consents', body });
      if (isGood(answer))
        history.claim({ kind: 'consent', id: client.id, who: name, words: 'sharing-with-clinics' });
    },
    leave: async () => {
      if (!(await stepUp(client, phone, ''))) return;
      await closesAccount(player, '');
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
