import type { TxCtx } from '#platform/context';
import type { Duration } from '#platform/base/duration';

/** For the rest of this transaction it is this long ago; nobody else sees that. */
export async function setClock({ tx }: TxCtx, ago: Duration): Promise<void> {
  await tx.query(
    `insert into platform.clock (id, shift) values (true, $1::double precision * interval '-1 millisecond')
     on conflict (id) do update set shift = excluded.shift`,
    [ago],
  );
}

/** Before the transaction ends. */
export async function dropClock({ tx }: TxCtx): Promise<void> {
  await tx.query('delete from platform.clock');
}
