import type { TxCtx, UnitOfWork } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { pipeline } from '#platform/base/pipeline';
import type { AnyFlow } from './types';

/** An instance that belongs to a root. */
export interface Child {
  readonly id: string;
  /** Name of its flow. */
  readonly machine: string;
  readonly status: 'active' | 'done';
}

/** `root_id` never changes, so it may be read before the lock that it leads to. */
const lockRootOf = {
  name: 'flow-lock-root-of',
  text: `select 1 from flow.instance
    where id = (select root_id from flow.instance where id = $1) for update`,
};
const lockRoots = {
  name: 'flow-lock-roots',
  text: `select id from flow.instance where id = any($1::uuid[]) and machine = $2 order by id for update`,
};
const lockChildren = {
  name: 'flow-lock-children',
  text: `select id, machine, status, root_id as root from flow.instance
    where root_id in (select r.id from flow.instance r where r.id = any($1::uuid[]) and r.machine = $2)
    order by id for update`,
};

/** Roots whose lock the transaction holds: it gives none back before its end. */
const held = new WeakMap<UnitOfWork, Set<string>>();
const heldBy = ({ unitOfWork }: TxCtx): Set<string> => {
  if (!held.has(unitOfWork)) held.set(unitOfWork, new Set());
  return held.get(unitOfWork)!;
};
const heldName = (machine: string, id: string): string => `${machine} ${id}`;

/** The first lock of every event of a child. An instance without a root is left as it is. */
export async function lockRootOfChild(ctx: TxCtx, id: string): Promise<void> {
  await ctx.tx.query({ ...lockRootOf, values: [id] });
}

/** The first lock of a new child, unless the transaction holds it. @throws AppError `not_found` without such a root. */
export async function lockRootToBe(ctx: TxCtx, machine: string, id: string): Promise<void> {
  if (heldBy(ctx).has(heldName(machine, id))) return;
  const { rowCount } = await ctx.tx.query({
    ...lockRoots,
    values: [isId(id) ? [id] : [], machine],
  });
  if (rowCount !== 1) throw new AppError('not_found');
}

/**
 * Locks instances of a root flow, by ascending id, and then all their children by ascending id. Returns the
 * children by root; an id without an instance of `flow` is missing from the answer. Whoever sends events to
 * several instances of a tree begins here, or with an event of any of them.
 *
 * @public
 */
export async function lockAggregate(
  ctx: TxCtx,
  flow: AnyFlow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Child[]>> {
  if (flow.root) throw new Error(`${flow.name} is not a root: it belongs to ${flow.root}`);
  const values = [ids.filter(isId), flow.name];
  const [roots, children] = await pipeline(
    ctx.tx.query<{ id: string }>({ ...lockRoots, values }),
    // A statement of its own, begun under the locks: one for all would look for children before it waits, and
    // miss those that were committed meanwhile.
    ctx.tx.query<Child & { root: string }>({ ...lockChildren, values }),
  );
  for (const { id } of roots.rows) heldBy(ctx).add(heldName(flow.name, id));
  const trees = new Map<string, Child[]>(roots.rows.map(({ id }) => [id, []]));
  for (const { root, ...child } of children.rows) trees.get(root)!.push(child);
  return trees;
}
