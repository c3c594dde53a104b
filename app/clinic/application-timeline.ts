import {
  promisedDays,
  type ApplicationDetails,
  type ApplicationEvent,
} from '#contracts/clinic-onboarding';
import type { Locale } from '#platform/base/locale';
import { formatsIn } from '#app/i18n/formats';
import type { Text } from '#app/i18n/use-text';
import type { TimelineItem } from '../components/timeline';

interface Words {
  readonly t: Text;
  readonly locale: Locale;
}

/** What a clinic is told of what happened; the rest is the review team's own. */
const told: ReadonlySet<ApplicationEvent> = new Set<ApplicationEvent>([
  'registered',
  'documents-completed',
  'documents-incomplete',
  'document-asked-again',
  'document-rejected',
  'documents-reopened',
  'resubmitted',
  'approved',
  'rejected',
  'suspended',
  'reinstated',
]);

/** What happened to an application, with its dates; what happened more than once is told as it was last. */
export const stepsSoFar = (
  { t, locale }: Words,
  { activity }: ApplicationDetails,
): TimelineItem[] =>
  activity
    .filter(({ kind }) => told.has(kind))
    .filter(
      (one, index, all) =>
        !all
          .slice(index + 1)
          .some(({ kind, facts }) => kind === one.kind && facts.kind === one.facts.kind),
    )
    .map(({ kind, at, facts }) => ({
      title: t(`clinic.timeline.${kind}`),
      at,
      state: 'done',
      text: formatsIn(locale).list(kindsIn(facts).map((name) => t(`clinic.document.kind.${name}`))),
    }));

const kindsIn = ({ kind, kinds }: Readonly<Record<string, string>>): string[] =>
  (kind ?? kinds ?? '').split(' ').filter(Boolean);

/** Where an application stands and what comes, with the days promised. */
export function stepsToCome(
  { t, locale }: Words,
  { clinic, stage, promise }: ApplicationDetails,
): TimelineItem[] {
  const decision: TimelineItem = {
    title: t('clinic.timeline.decision'),
    state: 'upcoming',
    text: t('clinic.timeline.decision_text'),
  };
  if (clinic.approvalStatus === 'rejected')
    return [{ title: t('clinic.timeline.mend'), state: 'current' }];
  if (clinic.approvalStatus === 'suspended')
    return [{ title: t('clinic.timeline.contact'), state: 'current' }];
  if (clinic.approvalStatus === 'approved')
    return [{ title: t('clinic.timeline.requests'), state: 'current' }];
  if (stage === 'documents')
    return [
      { title: t('clinic.timeline.waiting'), state: 'current' },
      {
        title: t('clinic.timeline.review'),
        state: 'upcoming',
        text: t('clinic.timeline.review_waits'),
      },
      decision,
    ];
  const late = stage === 'breached';
  return [
    {
      title: t('clinic.timeline.review'),
      state: 'current',
      text: late
        ? t('clinic.timeline.review_late')
        : promise && t('clinic.timeline.review_by', promisedDays(promise, locale)),
    },
    decision,
  ];
}
