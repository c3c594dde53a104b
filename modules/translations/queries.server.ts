import { and, eq, isNotNull } from 'drizzle-orm';
import { isAmong } from '#platform/base/columns.server';
import type { Ctx } from '#platform/context';
import { digestOf } from './commands.server';
import type { TranslatedBy } from './schemas';
import { translation } from './tables.server';

/** What is shown, with its masked texts as they are now. */
interface Shown {
  readonly ofId: string;
  readonly texts: readonly string[];
}

export interface TranslatedTexts extends TranslatedBy {
  /** In the order of the texts that were asked for. */
  readonly texts: readonly string[];
}

/** What is stored in the reader's language, by id; only of texts that are still the ones that were translated. One statement. */
export async function translationsOf(
  ctx: Ctx,
  shown: readonly Shown[],
): Promise<ReadonlyMap<string, TranslatedTexts>> {
  if (shown.length === 0) return new Map();
  const { ofId, locale, ofTexts, texts, from, provider: by } = translation;
  const rows = await ctx.db
    .select({ ofId, ofTexts, texts, from, by })
    .from(translation)
    .where(
      and(
        isAmong(
          ofId,
          shown.map((one) => one.ofId),
        ),
        eq(locale, ctx.locale),
        isNotNull(texts),
      ),
    );
  const now = new Map(shown.map((one) => [one.ofId, one.texts]));
  return new Map(
    rows
      .filter((row) => row.ofTexts === digestOf(now.get(row.ofId)!))
      .map((row) => [row.ofId, { texts: row.texts!, from: row.from, by: row.by }]),
  );
}
