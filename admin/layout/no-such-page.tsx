import { PageHead } from '../components/page-head';
import { useText } from '../text';

/** An address below `/admin` that is no screen. */
export function NoSuchPage() {
  const t = useText();
  return (
    <PageHead
      back={{ to: '/admin', label: t('console.home.title') }}
      title={t('console.no_such_page.title')}
      lead={t('console.no_such_page.text')}
    />
  );
}

/** Where somebody ends who asks for a screen of the admins by its address. */
export function AdminsOnly() {
  const t = useText();
  return (
    <PageHead
      back={{ to: '/admin', label: t('console.home.title') }}
      title={t('console.not_shown')}
      lead={t('console.admins_only')}
    />
  );
}
