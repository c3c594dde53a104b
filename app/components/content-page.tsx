import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Block } from '#app/content/blocks';
import { useText } from '#app/i18n/use-text';
import { type Back, Page } from './page';
import { Prose } from './prose';

interface ContentPageProps {
  /** Keys `<name>.title` and, if there is one, `<name>.lead`. */
  name: string;
  lead?: boolean;
  back?: Back;
  children?: ReactNode;
}

/** A page whose text is a content file: the loader answers `{ blocks }`. */
export function ContentPage({ name, lead, back, children }: ContentPageProps) {
  const t = useText();
  const { blocks } = useLoaderData<{ blocks: Block[] }>();
  return (
    <Page title={t(`${name}.title`)} lead={lead ? t(`${name}.lead`) : undefined} back={back}>
      <Prose blocks={blocks} />
      {children ? <div className="mt-10">{children}</div> : null}
    </Page>
  );
}
