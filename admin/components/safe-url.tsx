import { ExternalLink } from 'lucide-react';
import { useText } from '../text';

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

/** The address when it is a web page; null for everything that would run, call or open something else. */
export function safeUrl(value: string): string | null {
  if (!/^https?:\/\//i.test(value.trim())) return null;
  try {
    const url = new URL(value.trim());
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
