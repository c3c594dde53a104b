import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Card } from '#app/components/card';
import { EmptyState } from '#app/components/empty-state';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { ButtonLink } from '#app/components/button';
import { posts } from '#app/content/articles.server';
import { PostDate } from '#app/blog/post-date';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.blog');
export const loader = ({ context }: LoaderFunctionArgs) => ({
  posts: posts(context.locale).map(({ slug, title, description, date }) => ({
    ...{ slug, title, description, date },
  })),
});

export default function BlogPage() {
  const t = useText();
  const { posts } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.blog.title')} lead={t('public.blog.lead')}>
      {posts.length === 0 ? (
        <EmptyState
          title={t('public.blog.none')}
          text={t('public.blog.none_text')}
          action={<ButtonLink to="/resources">{t('public.resources.title')}</ButtonLink>}
        />
      ) : (
        <ul className="space-y-4">
          {posts.map(({ slug, title, description, date }) => (
            <Card as="li" key={slug}>
              <h2 className="text-xl">
                <Link to={`/blog/${slug}`}>{title}</Link>
              </h2>
              <PostDate date={date} />
              <p className="mt-2">{description}</p>
            </Card>
          ))}
        </ul>
      )}
    </Page>
  );
}
