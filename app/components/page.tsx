import { useNavigate } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { cx } from './cx';
import { Link } from './link';
import { useText } from '#app/i18n/use-text';

interface PageProps {
  title: ReactNode;
  lead?: ReactNode;
  back?: Back;
  /** In place of `back` where going back is more than a link. */
  before?: ReactNode;
  /** `narrow` for one thing per page, `wide` for lists and working screens. */
  width?: 'narrow' | 'wide';
  /** For pages that put the focus on their heading. */
  heading?: RefObject<HTMLHeadingElement>;
  /** Beside the title: the page's one action, a status. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The main landmark with the page's heading; the skip link and route changes lead here. */
export function Page({
  title,
  lead,
  back,
  before,
  width = 'narrow',
  heading,
  aside,
  children,
}: PageProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cx('pt-4 pb-16 sm:pt-8', width === 'wide' ? 'shell' : 'shell-narrow')}
    >
      {back ? <BackLink {...back} /> : before}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-2xl sm:text-3xl">
          {title}
        </h1>
        {aside}
      </div>
      {lead ? <p className="measure mt-2 text-lg text-ink-soft">{lead}</p> : null}
      <div className="mt-6 sm:mt-8">{children}</div>
    </main>
  );
}

export interface Back {
  to: string;
  label?: string;
  /** Goes where the person came from, if that was a page of ours; `to` is for those who came straight here. */
  history?: boolean;
}

/** One step back; a link, so that it works without JavaScript. */
export function BackLink({ to, label, history }: Back) {
  const t = useText();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    const entry = window.history.state as { idx?: number } | null;
    if (!history || !entry?.idx || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Link
      to={to}
      onClick={goBack}
      className="link inline-flex min-h-11 items-center gap-1.5 no-underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      {label ?? t('common.back')}
    </Link>
  );
}
