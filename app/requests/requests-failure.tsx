import { useText } from '#app/i18n/use-text';
import { ListFailure } from '../components/list-failure';

/** In place of the patient's list when it could not be had. */
export function RequestsFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('leads.list.title')}
      failed={t('leads.error.fetch')}
      safe={t('leads.error.safe')}
    />
  );
}
