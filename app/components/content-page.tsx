import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Block } from '#app/content/blocks';
import { useText } from '#app/i18n/use-text';
import { type Back, Page } from './page';
import { useViewer } from './use-viewer';
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
  const { blocks, readBy } = useLoaderData<{ blocks: Block[]; readBy: string | null }>();
  return (
    <Page title={t(`${name}.title`)} lead={lead ? t(`${name}.lead`) : undefined} back={back}>
      <Prose blocks={blocks} />
      {children ? <div className="mt-10">{children}</div> : null}
      <ReadBy readBy={readBy} />
    </Page>
  );
}

/** Which language of a legal text binds both sides. */
export function BindingText() {
  return <p className="measure text-ink-soft">{useText()('legal.binding')}</p>;
}

/** For whoever is signed in to the console: who has checked a text in the language that it is shown in. */
export function ReadBy({ readBy }: { readBy: string | null }) {
  const t = useText();
  if (!useViewer().staff) return null;
  return (
    <p className="measure mt-10 border-s-4 border-line-strong ps-4 text-sm text-ink-soft">
      {readBy ? t('public.read.by', { by: readBy }) : t('public.read.not_yet')}
    </p>
  );
}
