import { useText } from '#app/i18n/use-text';
import { ListFailure } from '../components/list-failure';

/** In place of a deal that could not be had. */
export function DealFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('deals.page.heading')}
      failed={t('deals.failed')}
      safe={t('deals.safe')}
    />
  );
}
