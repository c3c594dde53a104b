import { Form } from '@remix-run/react';
import { labelKey, subTreatments } from '#contracts/consultation';
import { Button } from '#app/components/button';
import { controlStyle } from '#app/components/control-style';
import { Field } from '#app/components/field';
import { Page } from '#app/components/page';
import { TestResult } from '#app/requests/test-result';
import { leadTestAction, leadTestLoader } from '#app/dev/lead-test.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('leads.test');
export const loader = leadTestLoader;
export const action = leadTestAction;

export default function TestTreatmentPage() {
  const t = useText();
  return (
    <Page title={t('leads.test.title')} lead={t('leads.test.lead')}>
      <Form method="post" className="mb-6 space-y-4">
        <Field id="test-treatment" label={t('leads.test.treatment')}>
          {(aria) => (
            <select {...aria} name="subTreatment" className={controlStyle}>
              {subTreatments.map((value) => (
                <option key={value} value={value}>
                  {t(labelKey('sub-treatment', value))}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field id="test-notes" label={t('leads.test.notes')} optional>
          {(aria) => <textarea {...aria} name="description" rows={3} className={controlStyle} />}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="create">
            {t('leads.test.create')}
          </Button>
          <Button name="intent" value="fetch" variant="secondary">
            {t('leads.test.fetch')}
          </Button>
        </div>
      </Form>
      <TestResult />
    </Page>
  );
}
