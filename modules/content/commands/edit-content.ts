import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { siteContentSchema } from '../contract';
import { changeEntry, publishValue, writeDraft, type LookedAt } from '../entries.server';
import { keepConfirmations } from '../parts';

type Staff = Ctx<ActorOf<'staff'>>;
interface Part extends LookedAt {
  readonly key: string;
}

/**
 * Prepares a value of one part; nobody but staff sees it. Claims in other words count as unconfirmed.
 *
 * @throws AppError `not_found`, `validation_failed`; `version_conflict` when it is no longer what was looked at
 */
export const saveDraft = (ctx: Staff, { key, value, ...seen }: Part & { value: unknown }) =>
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
export const publishDraft = (ctx: Staff, { key, ...seen }: Part) =>
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
export const discardDraft = (ctx: Staff, { key, ...seen }: Part) =>
  changeEntry(ctx, { key, action: 'content.draft-discarded', seen }, async (tx, entry) => {
    if (entry.draft === null) throw new AppError('event_refused');
    await writeDraft(tx, entry.key, null);
    return entry;
  });
