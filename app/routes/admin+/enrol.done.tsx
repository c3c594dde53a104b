import { Page } from '#app/components/page';
import { buttonStyle } from '#app/components/button-style';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('staff.enrolled');
export const handle = { chrome: 'bare' };

export default function EnrolledPage() {
  const t = useText();
  return (
    <Page title={t('staff.enrolled.title')} lead={t('staff.enrolled.lead')}>
      {/* The console is an application of its own: the browser has to load it. */}
      <a href="/admin" className={buttonStyle({ size: 'lg' })}>
        {t('staff.enrolled.sign_in')}
      </a>
    </Page>
  );
}
