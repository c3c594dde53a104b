import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import sharp from 'sharp';
import type { Storage } from '#platform/ports/storage';

const kinds = ['requests', 'photos', 'offers', 'choices', 'messages', 'times'] as const;
export type Kind = (typeof kinds)[number];

/** What was acknowledged: each thing by its id, and by words that were typed for it alone where it has some. */
export class Facts {
  private readonly acknowledged = new Map<Kind, Map<string, string>>(
    kinds.map((kind) => [kind, new Map()]),
  );
  /** Calls that had to be sent again. */
  repeats = 0;

  add(kind: Kind, id: string, words = ''): void {
    this.acknowledged.get(kind)!.set(id, words);
  }

  idsOf(kind: Kind): string[] {
    return [...this.acknowledged.get(kind)!.keys()];
  }

  /** How many of each kind. */
  summary(): string {
    return kinds.map((kind) => `${this.idsOf(kind).length} ${kind}`).join(', ');
  }

  get count(): number {
    return kinds.reduce((sum, kind) => sum + this.idsOf(kind).length, 0);
  }

  /** Those that are not found again, as a line each. */
  async lost(database: pg.Pool, store: Storage): Promise<string[]> {
    const lines: string[] = [];
    for (const kind of kinds) {
      const ids = this.idsOf(kind);
      const { rows } = await database.query<{ id: string; words: string }>(found[kind], [ids]);
      const there = new Map(rows.map(({ id, words }) => [id, words]));
      for (const id of ids) if (!there.has(id)) lines.push(`${kind}: ${id}`);
      for (const [id, words] of this.acknowledged.get(kind)!)
        if (there.has(id) && words && there.get(id) !== words) lines.push(`${kind}: other words`);
      if (kind === 'photos') lines.push(...(await wrongBytes(database, store, ids)));
    }
    return lines;
  }
}

const found: Record<Kind, string> = {
  requests: 'select id, description as words from leads.lead where id = any($1)',
  photos: `select id, '' as words from consultation.photo where id = any($1)`,
  offers: `select o.id, r.message as words from offers.offer o join offers.revision r on r.offer_id = o.id
    where o.id = any($1)`,
  choices: `select id, '' as words from offers.offer where id = any($1) and status = 'accepted'`,
  messages: 'select id, text as words from messaging.message where id = any($1)',
  times: `select offer_id as id, '' as words from deals.deal where offer_id = any($1) and scheduled_for is not null`,
};

/** Photos of which the store does not have what the database says: so many bytes, and a picture of that size. */
async function wrongBytes(database: pg.Pool, store: Storage, ids: string[]): Promise<string[]> {
  const lines: string[] = [];
  const { rows } = await database.query<{ id: string; key: string; says: string }>(
    `select id, storage_key as key, concat_ws(' ', bytes, width, height) as says from consultation.photo
     where id = any($1)`,
    [ids],
  );
  for (const { id, key, says } of rows) {
    const has = await whatIsBelow(store, key).catch((error: Error) => error.message);
    if (has !== says) lines.push(`photos: ${id} is ${has} in the store, not ${says}`);
  }
  return lines;
}

async function whatIsBelow(store: Storage, below: string): Promise<string> {
  let bytes = 0;
  let [width, height] = [0, 0];
  for await (const { key } of store.list(below)) {
    const picture = await buffer((await store.get(key))!.body);
    bytes += picture.length;
    if (key.endsWith('/full')) ({ width, height } = await sharp(picture).metadata());
  }
  return `${bytes} ${width} ${height}`;
}

/** Facts of which there may be one each, acknowledged or not. @returns the sort of each that there is more of */
export async function doubled(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ what: string; n: number }>(
    `select what, count(*)::int as n from (
       select 'requests' as what from leads.lead group by description having count(*) > 1
       union all select 'offers' from offers.offer group by lead_id, clinic_id having count(*) > 1
       union all select 'messages' from messaging.message group by text having count(*) > 1
       union all select 'choices' from offers.offer where status = 'accepted' group by lead_id having count(*) > 1
       union all select 'notices' from notifications.notification
         where kind in ('leads.submitted', 'leads.published') group by kind, channel, facts->>'leadId'
         having count(*) > 1
     ) more group by what`,
  );
  return rows.map(({ what, n }) => `${n} x ${what}`);
}
