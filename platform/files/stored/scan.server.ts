import type { Readable } from 'node:stream';
import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../base/errors';
import type { Ctx, TxCtx } from '../../context';
import { atOnce, someOf } from '../../privacy/person-data';
import type { ScanState } from '../document-states';
import type { FileKind } from './file-kind.server';

/** Of a file that was taken just now. */
export const firstScan = ({ services }: Ctx): ScanState =>
  services.ports.scanner.configured ? 'pending' : 'not_scanned';

/**
 * A file is for others than staff once it is clean, or when there is no scanner to ask.
 *
 * @throws AppError `document_unchecked`
 */
export function requireScanned({ services }: Ctx, { scan }: { readonly scan: ScanState }): void {
  if (scan === 'clean') return;
  if (services.ports.scanner.configured || scan !== 'not_scanned')
    throw new AppError('document_unchecked');
}

/** Attempts at a file of which the scanner itself says that it cannot judge it. */
const attemptsAtUnread = 3;

/**
 * What the scanner says of a file; `failed` when it cannot judge it for the third time. `attempt`: the job's, from 1.
 *
 * @throws what the scanner throws when it is away, and an error at the first two times that it cannot judge the file
 */
export async function scanOf(
  { services }: Ctx,
  file: Buffer | Readable,
  { attempt, what }: { attempt: number; what: string },
): Promise<ScanState> {
  const { scanner } = services.ports;
  if (!scanner.configured) return 'not_scanned';
  const verdict = await scanner.scan(file);
  if (verdict !== 'unread') return verdict;
  if (attempt < attemptsAtUnread) throw new Error(`the scanner could not judge ${what}`);
  return 'failed';
}

interface Align {
  /** Rows whose files are still there. */
  readonly which: SQL;
  readonly inTransaction: (step: (tx: TxCtx) => Promise<number>) => Promise<number>;
  /** Has a file scanned once the transaction has committed. */
  readonly rescan: (tx: TxCtx, id: string) => Promise<unknown>;
}

/**
 * Holds rows against the settings, some at a time: what came before there was a scanner is scanned now, and what waits for
 * one that is gone is 'not scanned'. Returns how many changed. Safe to repeat and to interrupt.
 */
export async function alignScans(
  ctx: Ctx,
  { table }: FileKind<'id' | 'scan'>,
  { which, inTransaction, rescan }: Align,
): Promise<number> {
  const { configured } = ctx.services.ports.scanner;
  const [from, to] = configured ? ['not_scanned', 'pending'] : ['pending', 'not_scanned'];
  // Written out, so that the partial index of this state is used. What is locked now comes with the next sweep.
  const inState = sql`scan = ${sql.raw(`'${from}'`)} and ${which}`;
  const some = someOf(table, inState, sql`for update skip locked`);
  const step = async (tx: TxCtx): Promise<number> => {
    const { rows } = await tx.db.execute<{ id: string }>(
      sql`update ${table} set scan = ${to} where ${some} returning id`,
    );
    if (configured) for (const { id } of rows) await rescan(tx, id);
    return rows.length;
  };
  for (let all = 0; ;) {
    const changed = await inTransaction(step);
    all += changed;
    if (changed < atOnce) return all;
  }
}
