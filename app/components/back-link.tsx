import { Link } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useText } from '#app/i18n/use-text';

export interface Back {
  to: string;
  label?: string;
}

/** One step back; a link with a known place, so that it works for those who came straight here. */
export function BackLink({ to, label }: Back) {
  const t = useText();
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-1.5 no-underline">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label ?? t('common.back')}
    </Link>
  );
}
