import { ChevronDown } from 'lucide-react';
import type { ApplicationDetails } from '#contracts/clinic-onboarding';
import { useLocale, useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { Timeline } from '../components/timeline';
import { stepsSoFar, stepsToCome } from './application-timeline';

/** What happens next; what happened lies folded above it. */
export function ApplicationSteps({ details }: { details: ApplicationDetails }) {
  const t = useText();
  const locale = useLocale();
  const past = stepsSoFar({ t, locale }, details);
  return (
    <Card as="section">
      <h2 className="mb-4 text-lg">{t('clinic.pending.steps')}</h2>
      {past.length > 0 ? (
        <details className="group mb-4">
          <summary className="flex min-h-11 list-none items-center justify-between gap-4 text-ink-soft hover:text-brand">
            {t('clinic.pending.past', { count: past.length })}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <div className="pt-3">
            <Timeline items={past} />
          </div>
        </details>
      ) : null}
      <Timeline items={stepsToCome({ t, locale }, details)} />
    </Card>
  );
}
