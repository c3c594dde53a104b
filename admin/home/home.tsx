import { PageHead } from '../components/page-head';
import { useText } from '../text';

/** What waits, and how the last thirty days went. */
export function Home() {
  const t = useText();
  return <PageHead title={t('console.home.title')} />;
}
