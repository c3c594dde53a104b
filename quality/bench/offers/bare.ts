import type pg from 'pg';

/** The same tables without their guests: what an offer costs when written by hand. */
const bareTables = `
  create schema bare;
  create table bare.instance (like flow.instance including all);
  create table bare.transition (like flow.transition including all);
  create table bare.offer (like offers.offer including all);
  create table bare.revision (like offers.revision including all);
  create table bare.lead (like leads.lead including all);
  create table bare.listing (like exchange.listing including all);
  insert into bare.lead select * from leads.lead;
  insert into bare.instance select * from flow.instance where id in (select id from leads.lead);
  insert into bare.listing select * from exchange.listing;`;

type Row = Record<string, unknown>;
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const jsonb = 3802;

/** What the product wrote for one offer: rows of its shape and size are written for the others. */
interface Written {
  readonly offer: Row;
  readonly revision: Row;
  readonly instance: Row;
  /** Of the request. */
  readonly state: unknown;
  readonly transition: Row;
}

async function rowOf(pool: pg.Pool, text: string, id: string): Promise<Row> {
  const { rows, fields } = await pool.query<Row>(text, [id]);
  const json = new Set(fields.filter((f) => f.dataTypeID === jsonb).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, value]) => [
      name,
      json.has(name) ? JSON.stringify(value) : value,
    ]),
  );
}

/** Lays the bare tables beside the product's, and answers what one offer of the product looks like. */
export async function prepareBare(
  pool: pg.Pool,
  { offerId, leadId }: { offerId: string; leadId: string },
): Promise<Written> {
  const written = {
    offer: await rowOf(pool, 'select * from offers.offer where id = $1', offerId),
    revision: await rowOf(pool, 'select * from offers.revision where offer_id = $1', offerId),
    instance: await rowOf(pool, 'select * from flow.instance where id = $1', offerId),
    state: (await rowOf(pool, 'select state from flow.instance where id = $1', leadId)).state,
    transition: await rowOf(
      pool,
      'select * from flow.transition where instance_id = $1 order by version desc limit 1',
      leadId,
    ),
  };
  await pool.query(bareTables);
  return written;
}

const insert = (table: string, row: Row): Statement => {
  const names = Object.keys(row);
  return {
    name: `bare-${table}`,
    text: `insert into bare.${table} (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    values: Object.values(row),
  };
};

export interface Sent {
  readonly offerId: string;
  readonly leadId: string;
  readonly clinicId: string;
}

/**
 * Sends one offer by hand: the clinic shared, its documents read, the request locked, a place found; offer, revision,
 * flow and its step written; request, its flow with a step, and the list of clinics changed. Jobs, audit entries, live
 * messages, limits and masking are the guests.
 */
export async function bareSend(pool: pg.Pool, written: Written, sent: Sent): Promise<void> {
  const { offerId, leadId, clinicId } = sent;
  const client = await pool.connect();
  const ask = (name: string, text: string, values: unknown[]) =>
    client.query<Row>({ name: `bare-${name}`, text, values });
  try {
    await client.query('BEGIN');
    await ask(
      'clinic',
      'select specialties, city, status from clinic_onboarding.clinic where id = $1 for share',
      [clinicId],
    );
    await ask('documents', 'select * from clinic_onboarding.document where clinic_id = $1', [
      clinicId,
    ]);
    const { rows } = await ask(
      'lock',
      'select state, version from bare.instance where id = $1 for update',
      [leadId],
    );
    const version = Number(rows[0]!.version) + 1;
    await ask('lead', 'select * from bare.lead where id = $1', [leadId]);
    const taken = await ask(
      'places',
      `select slot from bare.offer where lead_id = $1 and status in ('pending', 'negotiating')`,
      [leadId],
    );
    const own = { id: offerId, lead_id: leadId, clinic_id: clinicId, slot: taken.rows.length + 1 };
    await client.query(insert('offer', { ...written.offer, ...own }));
    await client.query(insert('revision', { ...written.revision, offer_id: offerId }));
    await client.query(insert('instance', { ...written.instance, id: offerId, root_id: leadId }));
    const step = { ...written.transition, version, key: null };
    await client.query(insert('transition', { ...step, instance_id: offerId }));
    await ask(
      'update',
      'update bare.instance set state = $2, version = $3, updated_at = now() where id = $1',
      [leadId, written.state, version],
    );
    await client.query(insert('transition', { ...step, instance_id: leadId }));
    await ask(
      'request',
      `update bare.lead set status = 'offers_received', offers_count = offers_count + 1 where id = $1`,
      [leadId],
    );
    await ask(
      'listing',
      `update bare.listing set offers_count = offers_count + 1, offered_by = offered_by || $2::uuid
       where id = $1`,
      [leadId, clinicId],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Reads what the comparison shows by hand: the request, its activity, its offers, and of their clinics name and record. */
export async function bareCompare(
  pool: pg.Pool,
  { leadId, patientId }: { leadId: string; patientId: string },
): Promise<number> {
  const ask = (name: string, text: string, values: unknown[]) =>
    pool.query<Row>({ name: `bare-${name}`, text, values });
  await ask('own-lead', 'select * from leads.lead where id = $1 and patient_id = $2', [
    leadId,
    patientId,
  ]);
  await ask('activity', 'select * from leads.activity where lead_id = $1 order by at', [leadId]);
  const { rows } = await ask(
    'offers',
    `select o.*, r.* from offers.offer o
       join offers.revision r on r.offer_id = o.id and r.revision = o.revision
     where o.lead_id = $1 and o.patient_id = $2 order by o.created_at desc, o.id desc`,
    [leadId, patientId],
  );
  const clinics = rows.map(({ clinic_id: id }) => id);
  await ask('reputation', 'select * from deals.reputation where clinic_id = any($1::uuid[])', [
    clinics,
  ]);
  await ask(
    'answers',
    `select clinic_id, percentile_cont(0.5) within group (order by minutes), count(*)
     from deals.answer where clinic_id = any($1::uuid[]) and at > now() - interval '90 days' group by 1`,
    [clinics],
  );
  await ask(
    'names',
    'select id, clinic_name from clinic_onboarding.clinic where id = any($1::uuid[])',
    [clinics],
  );
  return rows.length;
}
