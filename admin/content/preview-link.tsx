import { ExternalLink } from 'lucide-react';
import { useText } from '../text';

/** The landing page with every draft in it, for signed-in staff; in a tab of its own. */
export function PreviewLink() {
  const t = useText();
  return (
    <a
      href="/?preview=draft"
      target="_blank"
      rel="noopener"
      className="link inline-flex items-center gap-1.5"
    >
      {t('console.content.preview')}
      <ExternalLink size={14} aria-hidden />
      <span className="sr-only">{t('console.new_tab')}</span>
    </a>
  );
}
