import { ExternalLink } from 'lucide-react';
import { useText } from '../text';
import { safeUrl } from './safe-url';

/** An address that somebody typed: a link when it is a web page, plain text otherwise. */
export function SafeUrlField({ value }: { value: string | null }) {
  const t = useText();
  if (!value) return <>{t('console.not_stated')}</>;
  const href = safeUrl(value);
  if (!href) return <>{value}</>;
  return (
    <a className="link break-all" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {value}
      <ExternalLink size={13} aria-hidden className="ml-1 inline" />
      <span className="sr-only">{t('console.new_tab')}</span>
    </a>
  );
}
