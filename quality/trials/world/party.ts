import { randomUUID } from 'node:crypto';
import { photo } from '../../../tests/e2e/story/photos';
import { pause } from '../cluster/parts';
import { codeTo, isGood, type Answer, type Client, type World } from './client';
import { pick, type Deed, type Dice, type Step } from './plan';

/** What a person needs of a step: its own dice, and how it is sent. */
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

const inDays = (world: World, days: number): string =>
  new Date(world.history.now + days * 86_400_000).toISOString();

/** Today where the clinics are, by the product's clock. */
const clinicDay = (world: World): string =>
  new Date(world.history.now + 3 * 3_600_000).toISOString().slice(0, 10);

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
export async function stepUp(
  client: Client,
  phone: string,
  prefix: '' | '/clinic',
): Promise<boolean> {
  const since = Date.now();
  const asked = await client.post(`/api${prefix}/auth/step-up/send-code`);
  const otpCode = isGood(asked) ? await codeTo(client.world, phone, since) : null;
  if (!otpCode) return false;
  return isGood(await client.post(`/api${prefix}/auth/step-up`, { otpCode }));
}

/**
 * Closes the account. Its answer may be lost, and it done: who then signed in to ask again would open another account with the
 * same number.
 */
export async function closesAccount(player: Player, prefix: '' | '/clinic'): Promise<void> {
  const { client } = player;
  const path = `/api${prefix}/account/delete`;
  const answer = await client.post(path, { confirm: 'DELETE' }, { anonymous: true });
  if (!isGood(answer) && answer.status !== 0 && !answer.repeated) return;
  player.left = true;
  client.forget();
  if (isGood(answer))
    client.world.history.claim({ kind: 'leave', id: client.id, who: client.name, words: '' });
}

export const nested = (name: string) => (answer: Answer) =>
  (answer.data[name] as { _id?: string } | undefined)?._id;

/** An accepted event of a flow: what an actor was answered that it caused. */
export const claimEvent = (client: Client, id: string, event: string): void =>
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
    const answer = await client.keyed(
      path,
      { ...extra, text },
      { sent, idOf: nested('message'), word },
    );
    const messageId = nested('message')(answer);
    if (isGood(answer) && messageId)
      history.claim({ kind: 'message', id: messageId, who: client.name, words: word, about: id });
  };
  return {
    write: (doing: Doing) => say(doing, () => Promise.resolve({})),
    'write-file': (doing: Doing) =>
      say(doing, async () => {
        const form = new FormData();
        const { buffer } = await photo(Math.floor(doing.dice() * 90));
        form.append(
          'attachment',
          new File([new Uint8Array(buffer)], 'x.jpg', { type: 'image/jpeg' }),
        );
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
      if (isGood(answer)) claimEvent(client, flow, 'deals.propose');
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
        treatedOn: clinicDay(world),
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

/** Addresses of what belongs to others, as a person tries who has seen an id. */
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
    world.history.fail(
      `${client.name}: ${body ? 'POST' : 'GET'} ${path} is not theirs: ${answer.status}`,
    );
}
