import { useText } from '#app/i18n/use-text';
import { ListFailure } from '../components/list-failure';

/** In place of the offers for a request when they could not be had. */
export function OffersFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('offers.compare.title')}
      failed={t('offers.error.fetch')}
      safe={t('offers.error.safe')}
    />
  );
}
