import { nothingBeside } from '#platform/process/in-background';
import type { Services } from '#platform/context';
import type { Duration } from '#platform/base/duration';

type HasDatabase = Pick<Services, 'database'>;

const upsert = `insert into platform.clock (id, shift) values (true, $1::interval)
  on conflict (id) do update set shift = excluded.shift`;

/** From now on `platform.now()` gives `date` and walks on from there. */
export async function setClock({ database }: HasDatabase, date: Date): Promise<void> {
  await nothingBeside({ database });
  await database.pool.query(
    `insert into platform.clock (id, shift) values (true, $1::timestamptz - now())
     on conflict (id) do update set shift = excluded.shift`,
    [date],
  );
}

/** Moves `platform.now()` forward from wherever it is. */
export async function advance({ database }: HasDatabase, duration: Duration): Promise<void> {
  await nothingBeside({ database });
  await database.pool.query(
    `insert into platform.clock (id, shift) values (true, $1::interval)
     on conflict (id) do update set shift = platform.clock.shift + excluded.shift`,
    [`${duration} milliseconds`],
  );
}

/** Back to the time of the database server. */
export async function resetClock({ database }: HasDatabase): Promise<void> {
  await nothingBeside({ database });
  await database.pool.query(upsert, ['0']);
}
