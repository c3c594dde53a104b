import { and, eq } from 'drizzle-orm';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { siteContentSchema } from './contract';
import {
  changeEntry,
  defaultContent,
  type LookedAt,
  publishValue,
  writeDraft,
} from './queries.server';
import { claimsOf, keepConfirmations, type PartKey, readPart } from './rules';
import { contentRevision } from './tables.server';

interface Part extends LookedAt {
  readonly key: string;
}

/**
 * Prepares a value of one part; nobody but staff sees it. Claims in other words count as unconfirmed.
 *
 * @throws AppError `not_found`, `validation_failed`; `version_conflict` when it is no longer what was looked at
 */
export const saveDraft = (
  ctx: CtxOf<'staff'>,
  { key, value, ...seen }: Part & { value: unknown },
) =>
  changeEntry(ctx, { key, action: 'content.draft-saved', seen }, async (tx, entry) => {
    const parsed = siteContentSchema.shape[entry.key].safeParse(value);
    if (!parsed.success) {
      const faults = parsed.error.issues.map(({ path }) =>
        ['value', ...path].map(String).join('.'),
      );
      const fields = Object.fromEntries(faults.map((field) => [field, ['error.invalid_value']]));
      throw new AppError('validation_failed', { fields });
    }
    await writeDraft(tx, entry.key, keepConfirmations(parsed.data, entry.value));
    return entry;
  });

/**
 * Shows the draft to everybody.
 *
 * @throws AppError `not_found`; `version_conflict`; `event_refused` without a draft
 */
export const publishDraft = (ctx: CtxOf<'staff'>, { key, ...seen }: Part) =>
  changeEntry(ctx, { key, action: 'content.published', seen }, async (tx, entry) => {
    if (entry.draft === null) throw new AppError('event_refused');
    const value = keepConfirmations(entry.draft, entry.value);
    return publishValue(tx, entry, { value, draft: null });
  });

/**
 * Forgets the draft.
 *
 * @throws AppError `not_found`; `version_conflict`; `event_refused` without a draft
 */
export const discardDraft = (ctx: CtxOf<'staff'>, { key, ...seen }: Part) =>
  changeEntry(ctx, { key, action: 'content.draft-discarded', seen }, async (tx, entry) => {
    if (entry.draft === null) throw new AppError('event_refused');
    await writeDraft(tx, entry.key, null);
    return entry;
  });

/**
 * Shows an earlier version again, as a version of its own; 0 is the default. A draft stays as it is.
 *
 * @throws AppError `not_found`; `event_refused` for a version that is not there or no longer fits; `version_conflict`
 *   when the part is no longer what was looked at
 */
export const restoreVersion = (
  ctx: CtxOf<'staff'>,
  { key, version, edition }: { key: string; version: number; edition?: string },
) =>
  changeEntry(ctx, { key, action: 'content.restored', seen: { edition } }, async (tx, entry) => {
    const value = await valueAt(tx, entry.key, version);
    if (value === null || version === entry.version) throw new AppError('event_refused');
    return publishValue(tx, entry, { value, draft: entry.draft });
  });

async function valueAt(ctx: CtxOf<'staff'>, key: PartKey, version: number): Promise<unknown> {
  if (version === 0) return defaultContent[key];
  const [row] = await ctx.db
    .select({ value: contentRevision.value })
    .from(contentRevision)
    .where(and(eq(contentRevision.key, key), eq(contentRevision.version, version)));
  return row ? readPart(key, row.value) : null;
}

/**
 * A member of staff vouches for one claim as the site shows it. `version` is the one that was looked at.
 *
 * @throws AppError `not_found`; `event_refused` when there is no such claim or it is confirmed;
 *   `version_conflict` when something else was published meanwhile
 */
export const confirmClaim = (
  ctx: CtxOf<'staff'>,
  { key, index, version }: { key: string; index: number; version?: number },
) =>
  changeEntry(ctx, { key, action: 'content.confirmed', seen: { version } }, async (tx, entry) => {
    const claims = claimsOf(entry.value);
    if (!claims[index] || claims[index].confirmed) throw new AppError('event_refused');
    const value = claims.map((claim, at) => (at === index ? { ...claim, confirmed: true } : claim));
    return publishValue(tx, entry, { value, draft: entry.draft });
  });
