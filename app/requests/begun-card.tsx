import { Form } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { countedSteps, labelKey } from '#contracts/consultation';
import type { BegunRequest } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { FormFailure } from '../auth/form-failure';

/** A request that was begun and not sent: on with it, or from the start, which is asked for once more. */
export function BegunCard({ begun: { draftId, step, subTreatment } }: { begun: BegunRequest }) {
  const t = useText();
  const { code, pending } = useIntent('start-over');
  return (
    <Card as="section" aria-labelledby="begun" className="mt-6 border-brand">
      <h2 id="begun" className="text-lg">
        {step > countedSteps
          ? t('leads.begun.title_whole')
          : t('leads.begun.title', { step, total: countedSteps })}
      </h2>
      <p className="mt-1 text-ink-soft">
        {subTreatment
          ? t('leads.begun.of', { treatment: t(labelKey('sub-treatment', subTreatment)) })
          : t('leads.begun.text')}
      </p>
      <div className="mt-4">
        <ButtonLink to="/consultation">{t('leads.begun.go_on')}</ButtonLink>
      </div>
      <details className="group mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 no-underline">
          {t('leads.begun.start_over')}
          <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
        </summary>
        <Form method="post" action="/my-offers" className="pt-2">
          <FormFailure code={code} />
          <p className="measure">{t('leads.begun.start_over_text')}</p>
          <input type="hidden" name="draftId" value={draftId} />
          <Button
            variant="danger"
            className="mt-3"
            name="intent"
            value="start-over"
            pending={pending}
          >
            {t('leads.begun.start_over_submit')}
          </Button>
        </Form>
      </details>
    </Card>
  );
}
