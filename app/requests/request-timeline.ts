import type { LeadDetails } from '#contracts/leads';
import type { Text } from '#app/i18n/use-text';
import type { TimelineItem } from '../components/timeline';

/** The life of a request as its owner sees it: what happened with its date, what comes with the date promised. */
export function requestTimeline(t: Text, details: LeadDetails): TimelineItem[] {
  const sent: TimelineItem = {
    title: t('leads.timeline.sent'),
    at: details.lead.createdAt,
    state: 'done',
  };
  return [sent, ...reviewSteps(t, details), ...offerSteps(t, details), ...endSteps(t, details)];
}

const atOf = ({ activity }: LeadDetails, kind: string): string | undefined =>
  activity.findLast((entry) => entry.kind === kind)?.at;

function reviewSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, publishedAt, screeningEndsAt, sentBackAt } = details;
  if (publishedAt)
    return [{ title: t('leads.timeline.published'), at: publishedAt, state: 'done' }];
  if (lead.status !== 'pending') return [];
  if (sentBackAt)
    return [{ title: t('leads.timeline.sent_back'), at: sentBackAt, state: 'current' }];
  return [
    {
      title: t('leads.timeline.screening'),
      due: screeningEndsAt ?? undefined,
      state: 'current',
      text: t(screeningEndsAt ? 'leads.timeline.screening_text' : 'leads.timeline.held_text'),
    },
  ];
}

function offerSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, widenedAt, offersDueAt } = details;
  const widened: TimelineItem[] = widenedAt
    ? [{ title: t('leads.timeline.widened'), at: widenedAt, state: 'done' }]
    : [];
  const receivedAt = atOf(details, 'offers-received');
  const received: TimelineItem = {
    title: t('leads.timeline.offers'),
    at: receivedAt,
    state: 'done',
  };
  switch (lead.status) {
    case 'pending':
      return [
        {
          title: t('leads.timeline.offers_upcoming'),
          state: 'upcoming',
          text: t('leads.timeline.waiting_text'),
        },
      ];
    case 'reviewed': {
      const late = atOf(details, 'no-offers-yet') !== undefined;
      return [
        ...widened,
        {
          title: t('leads.timeline.waiting'),
          due: late ? undefined : (offersDueAt ?? undefined),
          state: 'current',
          text: t(late ? 'leads.timeline.waiting_longer' : 'leads.timeline.waiting_text'),
        },
      ];
    }
    default:
      return [...widened, ...(receivedAt ? [received] : [])];
  }
}

function endSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, expiresAt, completedAt, cancelledAt, cancelledBy, cancelReason } = details;
  if (cancelledAt)
    return [
      {
        title: t(`leads.timeline.cancelled_${cancelledBy ?? 'team'}`),
        at: cancelledAt,
        state: 'done',
        text: cancelReason ? t('leads.timeline.reason', { reason: cancelReason }) : undefined,
      },
    ];
  if (completedAt)
    return [{ title: t('leads.timeline.completed'), at: completedAt, state: 'done' }];
  return [
    {
      title: t('leads.timeline.choose'),
      openUntil: expiresAt ?? undefined,
      state: lead.status === 'offers_received' ? 'current' : 'upcoming',
      text: expiresAt ? t('leads.timeline.choose_text') : undefined,
    },
  ];
}
