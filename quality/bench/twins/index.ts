import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { withTransaction } from '#engine';
import { type ClinicTraits, lookAtClinic, lookAtPhotos } from '#modules/twins';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import type { Ctx } from '#platform/context';
import { openBenchDatabase } from '../database';
import { openBenchKit } from '../kit';

const clinics = 50_000;
const pictures = 1_000_000;
const looks = 200;

/** Hashes of which one in ten has a quarter of one colour, as a white wall gives it, and one in a thousand is a stock picture. */
const hashOf = (n: string) => `case
  when ${n} % 1000 = 0 then '1234567890abcdef'
  when ${n} % 10 = 0 then '0000' || substr(md5(${n}::text), 5, 12)
  else substr(md5(${n}::text), 1, 16) end`;

/** A million pictures of clinics and patients, and what 50,000 clinics say of themselves, by SQL. */
const seed = `
  create temporary table owner as select n, gen_random_uuid() as id from generate_series(0, ${clinics - 1}) n;
  create index on owner (n);
  insert into twins.mark (id, kind, owner_id, source_id, value, created_at)
    select gen_random_uuid(), kind, id, id, kind || n, now()
    from owner, unnest(array['licence', 'phone', 'website']) kind;
  insert into twins.mark (id, kind, owner_id, source_id, value, created_at)
    select gen_random_uuid(), 'document', id, gen_random_uuid(), encode(sha256((n || '-' || d)::bytea), 'hex'), now()
    from owner, generate_series(1, 5) d;
  insert into twins.mark (id, kind, owner_id, source_id, value, bands, created_at)
    select gen_random_uuid(), 'description', id, id,
      (select string_agg(md5(n || '-' || k), '') from generate_series(1, 8) k),
      (select array_agg((('x' || substr(md5(n || '-' || k), 1, 8))::bit(32))::int) from generate_series(1, 8) k), now()
    from owner;
  insert into twins.mark (id, kind, owner_id, source_id, value, colours, created_at)
    select gen_random_uuid(), 'picture', o.id, gen_random_uuid(), ${hashOf('p')}, repeat('808080', 9), now()
    from generate_series(1, ${pictures / 2}) p join owner o on o.n = p % ${clinics} on conflict do nothing;
  insert into twins.mark (id, kind, owner_id, source_id, lead_id, guided, value, colours, created_at)
    select gen_random_uuid(), 'photo', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), p % 2 = 0,
      ${hashOf('p')}, repeat('404040', 9), now()
    from generate_series(${pictures / 2 + 1}, ${pictures}) p;`;

const some = (): string => newId().replaceAll('-', '');
const words = (): string => Array.from({ length: 40 }, () => some().slice(0, 7)).join(' ');

const registered = (): ClinicTraits => ({
  clinicId: newId(),
  licenseNumber: `TR-${some()}`,
  phone: `+90${randomInt(1e10)}`,
  website: `https://${some()}.example.com/`,
  description: words(),
  documents: Array.from({ length: 5 }, () => ({ id: newId(), sha256: some() + some() })),
  pictures: [],
});
const pictured = (hash: string): ClinicTraits => ({
  ...{ clinicId: newId(), licenseNumber: '', phone: null, website: null, description: '' },
  documents: [],
  pictures: [{ id: newId(), hash, colours: null }],
});

/** How long looks take among 1,000,000 pictures and 50,000 clinics: what one adds to the transaction that brings it about. */
export async function benchTwins(): Promise<void> {
  const { url, pid, close } = await openBenchDatabase();
  const { kit, close: closeKit } = openBenchKit(url);
  try {
    const begun = performance.now();
    // Without the limit on statements that requests have.
    const client = new pg.Client(url);
    await client.connect();
    await client.query(seed);
    await client.query('vacuum analyze twins.mark');
    const { rows } = await client.query<{ n: string; size: string }>(
      `select count(*) as n, pg_size_pretty(pg_total_relation_size('twins.mark')) as size from twins.mark`,
    );
    await client.end();
    const took = Math.round((performance.now() - begun) / 1_000);
    console.log(`${rows[0]!.n} marks, ${rows[0]!.size}, made in ${took} s`);
    await measure(kit.ctx(system('bench')), pid);
  } finally {
    await closeKit();
    await close();
  }
}

/** Milliseconds of CPU of PostgreSQL so far: of the server and all that it has begun. Other work on the machine is not in it. */
function cpuOf(server: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      if (Number(pid) === server || Number(fields[1]) === server)
        ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10;
}

const cpuHere = (): number => {
  const { user, system: inSystem } = process.cpuUsage();
  return (user + inSystem) / 1_000;
};

async function measure(ctx: Ctx, server: number): Promise<void> {
  const clinic = (traits: () => ClinicTraits) => () =>
    withTransaction(ctx, (tx) => lookAtClinic(tx, traits()));
  const photo = { leadId: newId(), colours: null, guided: true };
  const kinds: Record<string, () => Promise<unknown>> = {
    'a registration with five documents': clinic(registered),
    'a picture of a clinic': clinic(() => pictured(some().slice(0, 16))),
    'a picture with a common quarter': clinic(() => pictured(`0000${some().slice(0, 12)}`)),
    'a stock picture': clinic(() => pictured('1234567890abcdef')),
    'five photos of a request': () =>
      withTransaction(ctx, (tx) =>
        lookAtPhotos(
          tx,
          Array.from({ length: 5 }, () => ({
            ...photo,
            ...{ id: newId(), patientId: newId(), hash: some().slice(0, 16) },
          })),
        ),
      ),
    'nothing new': () => Promise.resolve(),
  };
  const known = registered();
  kinds['nothing new'] = clinic(() => known);
  console.log(
    `${'look'.padEnd(36)} CPU here  CPU database   least of 10   median   slowest of 100`,
  );
  for (const [name, look] of Object.entries(kinds)) {
    for (let n = 0; n < 20; n += 1) await look();
    const times: number[] = [];
    const [here, database] = [cpuHere(), cpuOf(server)];
    for (let n = 0; n < looks; n += 1) {
      const from = performance.now();
      await look();
      times.push(performance.now() - from);
    }
    const spent = [(cpuHere() - here) / looks, (cpuOf(server) - database) / looks];
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(looks * share)]!;
    const cells = [...spent, at(0.1), at(0.5), at(0.99)].map((ms) => ms.toFixed(1).padStart(11));
    console.log(`${name.padEnd(36)}${cells.join('')}`);
  }
}
