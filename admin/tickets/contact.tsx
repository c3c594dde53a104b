import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TicketDetailRecord } from '#contracts/support';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { Facts, Panel } from '../components/panel';
import { useText } from '../text';

const reveal: ActionTable = { reveal: { asks: 'reason' } };

/** Whose ticket it is, and how they are reached: for a reason, for this visit of the page. */
export function Contact({ record }: { record: TicketDetailRecord }) {
  const t = useText();
  const [contact, setContact] = useState<TicketDetailRecord['contact']>(null);
  const { owner, ownerId } = record;
  return (
    <Panel title={t('console.tickets.person')}>
      {owner === 'visitor' ? (
        <p className="measure text-ink-soft">{t('console.tickets.visitor_text')}</p>
      ) : (
        <Link className="link" to={`/admin/${owner}s/${ownerId}/show`}>
          {t(`console.tickets.page_of.${owner}`)}
        </Link>
      )}
      {contact ? (
        <div className="mt-4">
          <Facts
            rows={[
              [t('console.patients.full_name'), contact.name],
              [t('console.patients.email'), contact.email],
              [t('console.patients.phone'), contact.phoneNumber ?? t('console.not_stated')],
            ]}
          />
        </div>
      ) : (
        <div className="mt-4">
          <ActionButtons
            resource="tickets"
            record={record}
            actions={reveal}
            onAnswer={({ data }) => setContact((data!.record as TicketDetailRecord).contact)}
          />
        </div>
      )}
    </Panel>
  );
}
