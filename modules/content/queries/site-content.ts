import type { Ctx } from '#platform/context';
import type { SiteContent } from '../contract';
import { defaultContent } from '../defaults';
import { valueOf } from '../entries.server';
import { isPartKey, readPart } from '../parts';
import { contentEntry } from '../tables.server';

/**
 * The public site's content: what staff published, else the defaults; with `drafts`, what they prepare goes
 * first. In production, testimonials that nobody has vouched for are left out: they are examples, not people.
 */
export async function siteContent(
  ctx: Ctx,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<SiteContent> {
  const rows = await ctx.db.select().from(contentEntry);
  const stored = rows.flatMap((row) => {
    if (!isPartKey(row.key)) return [];
    const draft = drafts && row.draft !== null ? readPart(row.key, row.draft) : null;
    return [{ [row.key]: draft ?? valueOf(row.key, row) }];
  });
  const content: SiteContent = Object.assign({}, defaultContent, ...stored);
  if (ctx.services.env.mode !== 'production') return content;
  return { ...content, testimonials: content.testimonials.filter((one) => one.confirmed) };
}
