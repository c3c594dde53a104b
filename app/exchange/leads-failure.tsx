import { useText } from '#app/i18n/use-text';
import { ListFailure } from '../components/list-failure';

/** In place of the dashboard when it could not be had. */
export function LeadsFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('clinic.dashboard.title')}
      failed={t('clinic.dashboard.failed')}
      safe={t('clinic.dashboard.safe')}
    />
  );
}
