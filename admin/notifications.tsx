import { Mail, MailX } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  notificationStates,
  recipientTypes,
  type NotificationRecord,
} from '#contracts/notifications';
import { ActionButtons } from './components/action-buttons';
import { search } from './components/console-list';
import { StatusChip, type Tone } from './components/status-chip';
import { When } from './components/times';
import { ascending, descending } from './components/views';
import { mayOpen } from './may-open';
import { useStaff } from './providers/auth-provider';
import { resourceOf } from './resource';
import { text } from './text';

/** The texts of the kinds that this build knows; the dots of a kind would look like parts of a key. */
export const kindWords: Readonly<Record<string, string>> = {
  'identity.account-detached': 'console.notifications.kind.account-detached',
  'identity.way-back-opened': 'console.notifications.kind.way-back-opened',
  'identity.clinic-detached': 'console.notifications.kind.clinic-detached',
  'clinic-onboarding.registered': 'console.notifications.kind.registered',
  'clinic-onboarding.document-asked-again': 'console.notifications.kind.document-asked-again',
  'clinic-onboarding.approved': 'console.notifications.kind.approved',
  'clinic-onboarding.verification-ending': 'console.notifications.kind.verification-ending',
  'clinic-onboarding.verification-ended': 'console.notifications.kind.verification-ended',
  'clinic-onboarding.document-due': 'console.notifications.kind.document-due',
  'clinic-onboarding.document-overdue': 'console.notifications.kind.document-overdue',
  'clinic-onboarding.change-accepted': 'console.notifications.kind.change-accepted',
  'clinic-onboarding.change-refused': 'console.notifications.kind.change-refused',
  'clinic-onboarding.check-asked': 'console.notifications.kind.check-asked',
  'clinic-onboarding.rejected': 'console.notifications.kind.rejected',
  'clinic-onboarding.suspended': 'console.notifications.kind.suspended',
  'clinic-onboarding.reinstated': 'console.notifications.kind.reinstated',
  'clinic-onboarding.reminder-due': 'console.notifications.kind.review-reminder',
  'clinic-onboarding.escalated': 'console.notifications.kind.review-escalated',
  'clinic-onboarding.breached': 'console.notifications.kind.review-breached',
  'identity.patient-on-new-device': 'console.notifications.kind.patient-on-new-device',
  'identity.clinic-on-new-device': 'console.notifications.kind.clinic-on-new-device',
  'identity.clinic-token-made': 'console.notifications.kind.clinic-token-made',
  'identity.email-changed': 'console.notifications.kind.email-changed',
  'identity.email-change-asked': 'console.notifications.kind.email-change-asked',
  'identity.email-link': 'console.notifications.kind.email-link',
  'identity.email-proof': 'console.notifications.kind.email-proof',
  'identity.factor-changed': 'console.notifications.kind.factor-changed',
  'identity.staff-signed-in': 'console.notifications.kind.staff-signed-in',
  'identity.staff-factor-changed': 'console.notifications.kind.staff-factor-changed',
  'leads.submitted': 'console.notifications.kind.lead-submitted',
  'leads.published': 'console.notifications.kind.lead-published',
  'leads.no-offers-yet': 'console.notifications.kind.lead-no-offers',
  'leads.reminder-due': 'console.notifications.kind.lead-reminder',
  'leads.expired': 'console.notifications.kind.lead-expired',
  'leads.refused': 'console.notifications.kind.lead-refused',
  'leads.sent-back': 'console.notifications.kind.lead-sent-back',
  'leads.clinic-asked': 'console.notifications.kind.clinic-asked',
  'leads.ask-refused': 'console.notifications.kind.ask-refused',
  'offers.made': 'console.notifications.kind.offer-made',
  'offers.revised': 'console.notifications.kind.offer-revised',
  'offers.withdrawn': 'console.notifications.kind.offer-withdrawn',
  'offers.ending': 'console.notifications.kind.offer-ending',
  'offers.expired': 'console.notifications.kind.offer-expired',
  'offers.expired-of-clinic': 'console.notifications.kind.offer-expired-of-clinic',
  'offers.accepted': 'console.notifications.kind.offer-accepted',
  'offers.declined': 'console.notifications.kind.offer-declined',
  'offers.not-chosen': 'console.notifications.kind.offer-not-chosen',
  'offers.request-ended': 'console.notifications.kind.offer-request-ended',
  'exchange.request-given': 'console.notifications.kind.request-given',
  'exchange.filter-matched': 'console.notifications.kind.filter-matched',
  'webhooks.switched-off': 'console.notifications.kind.webhook-off',
  'deals.time-proposed': 'console.notifications.kind.deal-time-proposed',
  'deals.time-declined': 'console.notifications.kind.deal-time-declined',
  'deals.scheduled': 'console.notifications.kind.deal-scheduled',
  'deals.rescheduled': 'console.notifications.kind.deal-rescheduled',
  'deals.visit-soon': 'console.notifications.kind.deal-visit-soon',
  'deals.treatment-due': 'console.notifications.kind.deal-treatment-due',
  'deals.confirmed': 'console.notifications.kind.deal-confirmed',
  'deals.confirmation-due': 'console.notifications.kind.deal-confirmation-due',
  'deals.treated': 'console.notifications.kind.deal-treated',
  'aftercare.check-in-due': 'console.notifications.kind.check-in-due',
  'aftercare.danger': 'console.notifications.kind.check-in-danger',
  'aftercare.unanswered': 'console.notifications.kind.check-in-unanswered',
  'aftercare.replied': 'console.notifications.kind.check-in-replied',
  'deals.cancelled': 'console.notifications.kind.deal-cancelled',
  'deals.reviewed': 'console.notifications.kind.deal-reviewed',
  'deals.review-answered': 'console.notifications.kind.deal-review-answered',
  'deals.review-removed': 'console.notifications.kind.deal-review-removed',
  'deals.team-wrote': 'console.notifications.kind.deal-team-wrote',
  'outcomes.half-year-due': 'console.notifications.kind.outcome-half-year-due',
  'outcomes.year-due': 'console.notifications.kind.outcome-year-due',
  'outcomes.answered': 'console.notifications.kind.outcome-answered',
  'outcomes.answer-removed': 'console.notifications.kind.outcome-answer-removed',
  'messaging.unread': 'console.notifications.kind.messages-unread',
  'notifications.digest': 'console.notifications.kind.digest',
  'support.unread': 'console.notifications.kind.ticket-answered',
  'support.answered-visitor': 'console.notifications.kind.visitor-answered',
  'support.reminder-due': 'console.notifications.kind.ticket-reminder',
  'support.overdue': 'console.notifications.kind.ticket-overdue',
  'deals.denied': 'console.notifications.kind.deal-denied',
  'deals.stood-still': 'console.notifications.kind.deal-stood-still',
  'leaving.archive-ready': 'console.notifications.kind.archive-ready',
  'leaving.account-closed': 'console.notifications.kind.account-closed',
};

/** What failed for good, the oldest first. */
const failed = { filter: { status: 'failed' }, sort: ascending('failedAt') };

/** E-mails that went out, wait, or failed; what failed can be sent again. */
export const notifications = resourceOf<NotificationRecord>({
  name: 'notifications',
  group: 'messages',
  icon: Mail,
  queue: { icon: MailX, view: failed },
  list: {
    sort: descending('createdAt'),
    views: { 'console.queue.notifications': failed, all: { filter: {} } },
    filters: [
      search,
      { source: 'status', label: 'console.status', ids: notificationStates },
      { source: 'recipientType', label: 'recipient', ids: recipientTypes, words: 'to' },
      {
        source: 'kind',
        label: 'kind',
        choices: Object.entries(kindWords).map(([id, words]) => ({ id, name: text(words) })),
      },
    ],
    exports: 'all',
    columns: [
      {
        label: 'kind',
        field: 'kind',
        sort: true,
        show: ({ kind }) => (
          <span className="font-semibold">{kindWords[kind] ? text(kindWords[kind]) : kind}</span>
        ),
      },
      {
        label: 'recipient',
        field: 'recipientType',
        show: (record) => <Recipient record={record} />,
      },
      {
        label: 'console.status',
        field: 'status',
        sort: true,
        show: (record) => <Status record={record} />,
      },
      { label: 'attempts', field: 'attempts', end: true },
      { label: 'queued', field: 'createdAt', as: 'time', sort: true },
      { label: 'sent', field: 'sentAt', only: 'export' },
      { label: 'ended', show: ({ sentAt, failedAt }) => <When at={sentAt ?? failedAt} /> },
      { label: 'error', field: 'lastError', only: 'export' },
      {
        label: 'console.actions',
        show: (record) => (
          <ActionButtons
            resource="notifications"
            record={record}
            actions={{ resend: { confirm: true } }}
          />
        ),
      },
    ],
  },
});

const tones: Record<NotificationRecord['status'], Tone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  dropped: 'plain',
};
const pages: Record<NotificationRecord['recipientType'], string> = {
  clinic: 'clinics',
  patient: 'patients',
  staff: 'staff',
  // Its id is the ticket's.
  visitor: 'tickets',
};

/** With the way to the recipient's screen, for those who have it. */
function Recipient({ record }: { record: NotificationRecord }) {
  const { recipientType, recipientId } = record;
  const role = useStaff()?.role;
  const words = text(`console.notifications.to.${recipientType}`);
  const screen = pages[recipientType];
  if (!mayOpen(role, screen)) return <>{words}</>;
  return (
    <Link className="link" to={`/admin/${screen}/${recipientId}/show`}>
      {words}
    </Link>
  );
}

function Status({ record }: { record: NotificationRecord }) {
  const { status, lastError, resends } = record;
  return (
    <div className="grid justify-items-start gap-1">
      <StatusChip tone={tones[status]}>{text(`console.notifications.status.${status}`)}</StatusChip>
      {lastError && status !== 'sent' ? (
        <span className="max-w-72 break-words text-ink-soft">{lastError}</span>
      ) : null}
      {resends > 0 ? (
        <span className="text-ink-soft">
          {text('console.notifications.resends', { count: resends })}
        </span>
      ) : null}
    </div>
  );
}
