import type { Ctx } from '#platform/context';
import { siteContentSchema, type SiteContent } from '../contract';
import { defaultContent } from '../defaults';
import { contentEntry } from '../tables.server';

const parts = siteContentSchema.partial();

/**
 * The public site's content: what staff stored, else the defaults. In production, testimonials that nobody has
 * vouched for are left out: they are examples, not people.
 */
export async function siteContent(ctx: Ctx): Promise<SiteContent> {
  const rows = await ctx.db.select().from(contentEntry);
  const stored = rows.map(({ key, value }) => parts.safeParse({ [key]: value }).data ?? {});
  const content: SiteContent = Object.assign({}, defaultContent, ...stored);
  if (ctx.services.env.mode !== 'production') return content;
  return { ...content, testimonials: content.testimonials.filter((one) => one.confirmed) };
}
