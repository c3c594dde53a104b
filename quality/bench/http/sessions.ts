import { createHash } from 'node:crypto';
import type pg from 'pg';

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Signs people in by SQL, as the commands would leave it; the browser's cookie holds the token. */
export async function openSessions(
  pool: pg.Pool,
  principal: 'patient' | 'clinic',
  people: ReadonlyArray<{ id: string; phone: string; token: string }>,
): Promise<void> {
  await pool.query(
    `insert into identity.session (id, token_hash, principal, phase, subject_id, phone, idle_seconds, created_at,
       last_seen_at, proved_at, expires_at)
     select gen_random_uuid(), s.hash, $1, 'full', s.subject, s.phone, 86400, now(), now(), now(), now() + interval '1 day'
     from unnest($2::bytea[], $3::uuid[], $4::text[]) as s(hash, subject, phone)`,
    [
      principal,
      people.map(({ token }) => hashed(token)),
      people.map(({ id }) => id),
      people.map(({ phone }) => phone),
    ],
  );
}
