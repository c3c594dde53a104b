import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TicketDetailRecord } from '#contracts/support';
import { Facts, Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useQuestion, useSend } from '../components/sending';
import { useText } from '../text';

/** Whose ticket it is, and how they are reached: for a reason, for this visit of the page. */
export function Contact({ record }: { record: TicketDetailRecord }) {
  const t = useText();
  const sending = useSend('tickets');
  const [asking, setAsking] = useState(false);
  const [contact, setContact] = useState<TicketDetailRecord['contact']>(null);
  const question = useQuestion(sending, () => setAsking(false));
  const reveal = async (reason: string) => {
    const answer = await question.answer(record.id, 'reveal', { reason });
    if (answer) setContact((answer.data!.record as TicketDetailRecord).contact);
  };
  const words = t('console.tickets.action.reveal');
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
      ) : record.allowedEvents.includes('reveal') ? (
        <div className="mt-4">
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {words}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={words}
          text={t('console.tickets.ask.reveal')}
          label={t('console.ask.reason')}
          confirm={words}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void reveal(reason)}
        />
      ) : null}
    </Panel>
  );
}
