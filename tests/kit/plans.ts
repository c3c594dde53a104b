import { drizzle } from 'drizzle-orm/node-postgres';
import type { Ctx } from '#platform/context';
import type { TestServices } from './services';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

export interface Plan {
  readonly statement: string;
  /** Tables that are read from their first row to their last although whoever asks would rather not. */
  readonly scans: readonly string[];
}

type Kit = Pick<TestServices, 'services' | 'ctx'>;
type Work = (ctx: Ctx) => Promise<unknown>;

const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];

/** Nodes of the plan of each statement of `work` outside transactions that finds rows. All of it is undone. */
async function explained(
  { services, ctx }: Kit,
  work: Work,
  how: { readonly explain: string; readonly set?: string },
): Promise<Array<{ statement: string; nodes: Node[] }>> {
  const client = await services.database.pool.connect();
  const sent: Array<{ text: string; values: unknown[] }> = [];
  const db = drizzle(client, {
    logger: { logQuery: (text, values) => void sent.push({ text, values }) },
  });
  const found: Array<{ statement: string; nodes: Node[] }> = [];
  try {
    await work({ ...ctx(), db, readDb: db });
    await client.query('begin');
    if (how.set) await client.query(how.set);
    for (const { text, values } of sent.filter((one) =>
      /^\s*(select|\(select|update|delete)/i.test(one.text),
    )) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (${how.explain}, format json) ${text}`,
        values,
      );
      found.push({ statement: text, nodes: below(rows[0]!['QUERY PLAN'][0].Plan) });
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
  return found;
}

/** What the database does for the statements of `work` outside transactions that find rows, if it has to avoid reading whole tables. */
export async function plansOf(kit: Kit, work: Work): Promise<Plan[]> {
  const found = await explained(kit, work, {
    explain: 'costs off',
    set: 'set local enable_seqscan = off',
  });
  return found.map(({ statement, nodes }) => {
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    return { statement, scans: scans.map((node) => node['Relation Name'] ?? '') };
  });
}

/** How many rows of tables each statement of `work` reads, whether or not it then leaves them out; planned as always. */
export async function rowsReadBy(kit: Kit, work: Work): Promise<number[]> {
  const found = await explained(kit, work, { explain: 'analyze, costs off, timing off' });
  const read = (node: Node) =>
    (node['Actual Loops'] ?? 1) *
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0));
  return found.map(({ nodes }) =>
    nodes
      .filter((node) => node['Relation Name'] !== undefined)
      .reduce((sum, node) => sum + read(node), 0),
  );
}
