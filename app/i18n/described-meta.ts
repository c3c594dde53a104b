import type { MetaDescriptor, MetaFunction } from '@remix-run/node';
import { metaOf } from './page-meta';

/** What a loader says of its page where the words are not the page's alone: `{ head }` of its data. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** For search engines: objects of schema.org (`app/seo/structured-data.server.ts`). */
  readonly structured?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Title, description, picture for sharing and structured data, from `head` of the loader's data. */
export const describedMeta: MetaFunction = ({ data, matches, location }) => {
  const { head } = (data ?? {}) as { head?: PageHead };
  if (!head) return [];
  return [
    ...metaOf(head, { matches, pathname: location.pathname }),
    ...(head.structured ?? []).map(
      (item) => ({ 'script:ld+json': item }) as unknown as MetaDescriptor,
    ),
  ];
};
