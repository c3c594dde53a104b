import { PageHead } from '../components/page-head';
import { useText } from '../text';

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
