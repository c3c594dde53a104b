import type { Ctx } from '#platform/context';
import type { Locale } from '#platform/locale';
import { isComputed, type SiteContent, type StoredContent } from '../contract';
import { defaultContent } from '../defaults';
import { nowBy, readEntries, valueOf, type ReadEntry } from '../entries.server';
import { inLanguage } from '../in-language';
import { isPartKey, readPart } from '../parts';

/**
 * The public site's content in the reader's language: what staff published, else the defaults. Announcements are those of
 * this moment. What no member of staff has confirmed is left out: figures, badges and testimonials, and of popular
 * treatments their counts. With `drafts`, for staff alone, what they prepare goes first and nothing is left out.
 */
export async function siteContent(
  ctx: Ctx,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<SiteContent> {
  const rows = await readEntries(ctx);
  const stored = rows.flatMap((row) => {
    if (!isPartKey(row.key)) return [];
    const draft = drafts && row.draft !== null ? readPart(row.key, row.draft) : null;
    return [{ [row.key]: draft ?? valueOf(row.key, row) }];
  });
  const content: StoredContent = Object.assign({}, defaultContent, ...stored);
  const announced = { ...content, announcements: standing(content, rows) };
  return inLanguage(drafts ? announced : confirmedOnly(announced), ctx.locale);
}

/** What staff delivered, in the reader's language: for a page that stands without a database. */
export const deliveredContent = (language: Locale): SiteContent =>
  inLanguage(confirmedOnly(defaultContent), language);

/** Announcements whose time it is. Without a row there is none. */
function standing({ announcements }: StoredContent, rows: readonly ReadEntry[]) {
  const [row] = rows;
  if (!row) return [];
  const now = nowBy(row);
  return announcements.filter(
    ({ from, until }) =>
      (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until)),
  );
}

const isShown = (claim: { confirmed: boolean }): boolean => claim.confirmed || isComputed(claim);

const confirmedOnly = (content: StoredContent): StoredContent => ({
  ...content,
  figures: content.figures.filter(isShown),
  badges: content.badges.filter(isShown),
  testimonials: content.testimonials.filter(isShown),
  popularTreatments: content.popularTreatments.map((treatment) =>
    treatment.confirmed ? treatment : { ...treatment, count: '' },
  ),
});
