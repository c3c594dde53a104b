import type pg from 'pg';
import type postgres from 'postgres';

/** The same tables without their guests: what an event costs when written by hand. */
export const bareTables = `
  create schema bare;
  create table bare.instance (like flow.instance including all);
  create table bare.transition (like flow.transition including all);`;

const lock = {
  name: 'bare-lock',
  text: 'select state, version from bare.instance where id = $1 for update',
};
const update = {
  name: 'bare-update',
  text: 'update bare.instance set state = $2, version = $3, updated_at = now() where id = $1',
};
const insert = {
  name: 'bare-insert',
  text: `insert into bare.transition
      (instance_id, version, machine_version, name, event, key, actor, at, state, effects)
    values ($1, $2, 1, 'bench.turn', $3, null, 'anonymous', now(), $4, '[]')`,
};

export async function fillBare(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into bare.instance (id, machine, machine_version, status, state, version, created_at, updated_at)
     select id, 'bench.light', 1, 'active', $2, 1, now(), now() from unnest($1::uuid[]) id`,
    [
      ids,
      JSON.stringify({
        status: 'active',
        value: 'off',
        historyValue: {},
        context: { lightId: ids[0], switched: 0 },
        children: {},
      }),
    ],
  );
}

/** Row lock, update, insert, each prepared, in one transaction on the engine's own driver. */
export async function bareEvent(pool: pg.Pool, id: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ state: object; version: number }>({
      ...lock,
      values: [id],
    });
    const { state, version } = rows[0]!;
    const json = JSON.stringify(state);
    await client.query({ ...update, values: [id, json, version + 1] });
    const event = JSON.stringify({ type: 'bench.turn', at: new Date().toISOString() });
    await client.query({ ...insert, values: [id, version + 1, event, json] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** The same on the other driver, for comparison; its statements are prepared too. */
export async function bareEventPostgresJs(client: postgres.Sql, id: string): Promise<void> {
  const prepare = { prepare: true };
  await client.begin(async (tx) => {
    const [row] = await tx.unsafe<Array<{ state: postgres.JSONValue; version: number }>>(
      lock.text,
      [id],
      prepare,
    );
    const { state, version } = row!;
    await tx.unsafe(update.text, [id, state, version + 1], prepare);
    const event = { type: 'bench.turn', at: new Date().toISOString() };
    await tx.unsafe(insert.text, [id, version + 1, event, state], prepare);
  });
}
