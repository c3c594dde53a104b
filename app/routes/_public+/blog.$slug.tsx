import { useLoaderData } from '@remix-run/react';
import { PostDate } from '#app/blog/post-date';
import { ReadBy } from '#app/components/content-page';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { post } from '#app/content/articles.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { addressIn } from '#app/i18n/address';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { blogPosting, breadcrumbs } from '#app/seo/structured-data.server';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { params }) => {
  const found = post(params.slug ?? '', ctx.locale);
  if (!found) throw notFound();
  const { locale } = ctx;
  const text = textIn(locale);
  const origin = ctx.services.env.PUBLIC_URL;
  const { slug, title, description, date, blocks, readBy } = found;
  const path = `/blog/${slug}`;
  const steps = [
    { name: text('public.blog.title'), path: '/blog' },
    { name: title, path },
  ];
  const place = { origin, address: origin + addressIn(locale, path), locale };
  return {
    ...{ title, description, date, blocks, readBy },
    head: {
      title,
      description,
      structured: [breadcrumbs(place, steps), blogPosting(found, place)],
    },
  };
});

export default function PostPage() {
  const t = useText();
  const { title, description, date, blocks, readBy } = useLoaderData<typeof loader>();
  return (
    <Page title={title} lead={description} back={{ to: '/blog', label: t('public.blog.all') }}>
      <article>
        <PostDate date={date} />
        <div className="mt-4">
          <Prose blocks={blocks} />
        </div>
        <ReadBy readBy={readBy} />
      </article>
    </Page>
  );
}
