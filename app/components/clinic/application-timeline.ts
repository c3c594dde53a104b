import type { ApplicationDetails, ApplicationEvent } from '#contracts/clinic-onboarding';
import type { Text } from '#app/i18n/use-text';
import type { TimelineItem } from '../timeline';

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

/** The life of an application as its clinic sees it: what happened with its date, what comes with the date promised. */
export const applicationTimeline = (t: Text, details: ApplicationDetails): TimelineItem[] => [
  ...happened(t, details),
  ...toCome(t, details),
];

const happened = (t: Text, { activity }: ApplicationDetails): TimelineItem[] =>
  activity
    .filter(({ kind }) => told.has(kind))
    .map(({ kind, at, facts }) => ({
      title: t(`clinic.timeline.${kind}`),
      at,
      state: 'done',
      text: kindsIn(facts)
        .map((name) => t(`clinic.document.kind.${name}`))
        .join(', '),
    }));

const kindsIn = ({ kind, kinds }: Readonly<Record<string, string>>): string[] =>
  (kind ?? kinds ?? '').split(' ').filter(Boolean);

function toCome(t: Text, { clinic, stage, dueAt }: ApplicationDetails): TimelineItem[] {
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
      due: late ? undefined : (dueAt ?? undefined),
      state: 'current',
      text: late ? t('clinic.timeline.review_late') : undefined,
    },
    decision,
  ];
}
