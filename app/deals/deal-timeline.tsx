import type { DealDto } from '#contracts/deals';
import type { TimelineItem } from '../components/timeline';
import { AppointmentTime } from './deal-status';
import type { Text } from '#app/i18n/use-text';

/** What the life of a deal consists of. */
type Lived = Pick<DealDto, 'createdAt' | 'scheduledFor' | 'treatedAt' | 'status' | 'city'> & {
  readonly review: Pick<NonNullable<DealDto['review']>, 'createdAt'> | null;
  readonly cancelled: Pick<NonNullable<DealDto['cancelled']>, 'at'> | null;
};

/** The life of a deal: what happened with its date, and what comes. */
export function dealTimeline(t: Text, deal: Lived): TimelineItem[] {
  const { createdAt, scheduledFor, treatedAt, review, cancelled, status, city } = deal;
  const accepted: TimelineItem = {
    title: t('deals.timeline.accepted'),
    at: createdAt,
    state: 'done',
  };
  if (cancelled)
    return [accepted, { title: t('deals.timeline.cancelled'), at: cancelled.at, state: 'done' }];
  const date: TimelineItem = {
    title: t(scheduledFor ? 'deals.timeline.date' : 'deals.timeline.no_date'),
    text: scheduledFor ? <AppointmentTime date={scheduledFor} city={city} /> : undefined,
    state: treatedAt ? 'done' : status === 'accepted' ? 'current' : 'done',
  };
  const treated: TimelineItem = {
    title: t('deals.timeline.treated'),
    at: treatedAt ?? undefined,
    state: treatedAt ? 'done' : status === 'scheduled' ? 'current' : 'upcoming',
  };
  const reviewed: TimelineItem = {
    title: t('deals.timeline.reviewed'),
    at: review?.createdAt,
    state: status === 'reviewed' ? 'done' : status === 'treated' ? 'current' : 'upcoming',
  };
  return [accepted, ...(treatedAt && !scheduledFor ? [] : [date]), treated, reviewed];
}
