import type { TxCtx } from '#platform/context';
import { days, type Duration } from '#platform/base/duration';

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

/** An account that was silent for half a year proves its number once more: who joined long ago was here since. */
export async function wasHereSince(
  { tx }: TxCtx,
  { kind, id }: { readonly kind: 'patient' | 'clinic'; readonly id: string },
  joined: Duration,
): Promise<void> {
  if (joined < days(170)) return;
  const account = kind === 'patient' ? 'identity.patient' : 'identity.clinic_account';
  await tx.query(`update ${account} set last_seen_at = now() - interval '3 days' where id = $1`, [
    id,
  ]);
}
