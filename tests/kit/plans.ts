import { drizzle } from 'drizzle-orm/node-postgres';
import type { Ctx } from '#platform/context';
import type { TestServices } from './services';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
}

export interface Plan {
  readonly statement: string;
  /** Tables that are read from their first row to their last although whoever asks would rather not. */
  readonly scans: readonly string[];
}

const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];

/** What the database does for the statements of `work` outside transactions that find rows, if it has to avoid reading whole tables. */
export async function plansOf(
  kit: Pick<TestServices, 'services' | 'ctx'>,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<Plan[]> {
  const client = await kit.services.database.pool.connect();
  const sent: Array<{ text: string; values: unknown[] }> = [];
  const db = drizzle(client, {
    logger: { logQuery: (text, values) => void sent.push({ text, values }) },
  });
  const plans: Plan[] = [];
  try {
    await work({ ...kit.ctx(), db, readDb: db });
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    for (const { text, values } of sent.filter((one) =>
      /^\s*(select|\(select|update|delete)/i.test(one.text),
    )) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (costs off, format json) ${text}`,
        values,
      );
      const nodes = below(rows[0]!['QUERY PLAN'][0].Plan);
      const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      plans.push({ statement: text, scans: scans.map((node) => node['Relation Name'] ?? '') });
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
  return plans;
}
