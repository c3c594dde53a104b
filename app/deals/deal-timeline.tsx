import type { DealDto } from '#contracts/deals';
import type { Text } from '#app/i18n/use-text';
import type { TimelineItem } from '../components/timeline';
import { AppointmentTime } from './appointment-time';

/** The one thing that comes next, in the eyes of this side: the end of a key of `deals.next`. */
export function nextStep(deal: DealDto): string {
  const { status, denied, actions, treated, as, scheduledFor } = deal;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'reviewed') return actions.includes('answer-review') ? 'answer' : 'done';
  if (status === 'treated') return actions.includes('review') ? 'review' : 'wait_review';
  if (denied) return 'denied';
  const own = treated[as];
  const other = as === 'patient' ? treated.clinic : treated.patient;
  if (other && !own) return 'confirm';
  if (own) return 'wait_confirm';
  if (actions.includes('answer-time')) return 'answer_time';
  if (scheduledFor) return actions.includes('cancel') ? 'date_set' : 'date_over';
  return deal.times.some(({ status: one }) => one === 'proposed') ? 'wait_time' : 'propose';
}

/** The life of a deal: what happened with its date, and what comes. */
export function dealTimeline(t: Text, deal: DealDto): TimelineItem[] {
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
