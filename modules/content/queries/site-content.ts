import type { Ctx } from '#platform/context';
import type { SiteContent } from '../contract';
import { defaultContent } from '../defaults';
import { readEntries, valueOf } from '../entries.server';
import { isPartKey, readPart } from '../parts';

/**
 * The public site's content: what staff published, else the defaults; with `drafts`, what they prepare goes
 * first. In production, what nobody has vouched for is left out: figures, badges and testimonials, and of popular
 * treatments their counts.
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
  const content: SiteContent = Object.assign({}, defaultContent, ...stored);
  if (ctx.services.env.mode !== 'production') return content;
  return vouchedFor(content);
}

const isConfirmed = ({ confirmed }: { confirmed: boolean }): boolean => confirmed;

const vouchedFor = (content: SiteContent): SiteContent => ({
  ...content,
  figures: content.figures.filter(isConfirmed),
  badges: content.badges.filter(isConfirmed),
  testimonials: content.testimonials.filter(isConfirmed),
  popularTreatments: content.popularTreatments.map((treatment) =>
    treatment.confirmed ? treatment : { ...treatment, count: '' },
  ),
});
