import { Form } from '@remix-run/react';
import { Button } from '#app/components/button';
import { Page } from '#app/components/page';
import { TestResult } from '#app/requests/test-result';
import { leadTestAction, leadTestLoader } from '#app/dev/lead-test.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('leads.simple_test');
export const loader = leadTestLoader;
export const action = leadTestAction;

export default function SimpleTestPage() {
  const t = useText();
  return (
    <Page title={t('leads.simple_test.title')} lead={t('leads.simple_test.lead')}>
      <Form method="post" className="mb-6 flex flex-wrap gap-3">
        <Button name="intent" value="create">
          {t('leads.test.create')}
        </Button>
        <Button name="intent" value="fetch" variant="secondary">
          {t('leads.test.fetch')}
        </Button>
      </Form>
      <TestResult />
    </Page>
  );
}
