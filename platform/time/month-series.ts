import { sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../context';
import { dayFigure } from '../database/tables.server';

/** A whole number of one month, as a scalar between two instants; null where there is too little to say. */
export type MonthFigure = (from: SQL, to: SQL) => SQL;

export interface Month<S extends string> {
  /** `2026-03`, in UTC. */
  readonly month: string;
  readonly figures: Readonly<Record<S, number | null>>;
}

/** A month is over once whatever began in it is committed. */
const settled = sql`interval '1 hour'`;
/** Stands in a row for what could not be known; no figure is below zero. */
const untold = -1;

interface Counted extends Record<string, unknown> {
  readonly series: string;
  readonly month: string;
  readonly count: number;
  readonly isNew: boolean;
}

/**
 * The figures of the last `months` months that are over, newest first. Each is counted once and kept under `month.` and
 * its name beside the days of the console's charts: what happened in a month that is over does not change.
 */
export async function perMonth<S extends string>(
  ctx: Ctx,
  series: Readonly<Record<S, MonthFigure>>,
  months: number,
): Promise<Array<Month<S>>> {
  const names = Object.keys(series) as S[];
  const first = sql`date_trunc('month', (platform.now() - ${settled}) at time zone 'UTC')`;
  const [from, to] = [
    sql`m.month at time zone 'UTC'`,
    sql`(m.month + interval '1 month') at time zone 'UTC'`,
  ];
  const parts = names.map(
    (name) => sql`
      select ${name}::text as series, to_char(m.month, 'YYYY-MM') as month, kept.count is null as "isNew",
        coalesce(kept.count, (${series[name](from, to)}), ${untold})::int as count
      from generate_series(${first} - make_interval(months => ${months}), ${first} - interval '1 month',
        interval '1 month') as m(month)
      left join ${dayFigure} as kept on kept.series = ${`month.${name}`} and kept.day = m.month::date`,
  );
  const { rows } = await ctx.db.execute<Counted>(
    sql`${sql.join(parts, sql` union all `)} order by month desc`,
  );
  await keep(
    ctx,
    rows.filter(({ isNew }) => isNew),
  );
  return [...new Set(rows.map(({ month }) => month))].map((month) => {
    const counts = new Map(
      rows.filter((row) => row.month === month).map((row) => [row.series, row.count]),
    );
    const known = (name: S) => (counts.get(name) === untold ? null : counts.get(name)!);
    return {
      month,
      figures: Object.fromEntries(names.map((name) => [name, known(name)])) as Record<
        S,
        number | null
      >,
    };
  });
}

async function keep(ctx: Ctx, fresh: readonly Counted[]): Promise<void> {
  if (fresh.length === 0) return;
  await ctx.db
    .insert(dayFigure)
    .values(
      fresh.map(({ series, month, count }) => ({
        series: `month.${series}`,
        day: `${month}-01`,
        count,
      })),
    )
    .onConflictDoNothing();
}
