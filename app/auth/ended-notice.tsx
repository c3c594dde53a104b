import { useSearchParams } from '@remix-run/react';
import { endedParam } from '#app/http/ended-param';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';

/** For those whose session ended under a page: where they stand, and that nothing is lost. */
export function EndedNotice() {
  const t = useText();
  const [search] = useSearchParams();
  if (!search.has(endedParam)) return null;
  return (
    <Banner tone="warn" title={t('common.kept.signed_out')} className="mb-6">
      <p>{t('common.kept.ended')}</p>
    </Banner>
  );
}
