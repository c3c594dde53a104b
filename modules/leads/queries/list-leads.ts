import { inArray, not, or, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { isAmong } from '#platform/list-query';
import type { LeadDto } from '../dto';
import { ownLeadsAfter } from '../repo.server';
import { activeStatuses } from '../status';
import { lead } from '../tables.server';
import { toOwnLead } from '../to-dto';

interface OwnLeads {
  readonly leads: LeadDto[];
  /** Ids of those that the team asks the patient to change. */
  readonly sentBack: readonly string[];
  readonly nextCursor: string | null;
}

/** Rows of one page of every list. */
export const pageSize = 20;

type LeadTab = 'active' | 'completed';

/**
 * The acting patient's requests, newest first. `tab` narrows to those in progress, or to those that are over; `ahead` are
 * the ids of requests whose treatment lies ahead: they are in progress although their offer was chosen.
 *
 * @throws AppError `invalid_cursor`
 */
export async function listLeads(
  ctx: Ctx<ActorOf<'patient'>>,
  { cursor, tab, ahead = [] }: { cursor?: string; tab?: LeadTab; ahead?: readonly string[] } = {},
): Promise<OwnLeads> {
  const rows = await ownLeadsAfter(ctx, {
    cursor: cursor ? readCursor(cursor) : null,
    limit: pageSize,
    which: tab && isOfTab(tab, ahead),
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    leads: page.map((row) => toOwnLead(ctx, row)),
    sentBack: page.filter(({ sentBackAt }) => sentBackAt !== null).map(({ id }) => id),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function isOfTab(tab: LeadTab, ahead: readonly string[]): SQL | undefined {
  const isActive = or(inArray(lead.status, [...activeStatuses]), isAmong(lead.id, ahead))!;
  return tab === 'active' ? isActive : not(isActive);
}
