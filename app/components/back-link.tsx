import { useNavigate } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useText } from '#app/i18n/use-text';
import { Link } from './link';

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
