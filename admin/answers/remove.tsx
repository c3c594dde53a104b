import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CannedRecord } from '#contracts/support';
import { ActionDialog } from '../components/action-buttons';
import { Panel } from '../components/panel';
import { useQuestion, useSend } from '../components/sending';
import { useText } from '../text';

/** Takes one away, and leads back to those that are left. */
export function RemoveAnswer({ record }: { record: CannedRecord }) {
  const t = useText();
  const navigate = useNavigate();
  const sending = useSend('answers');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const remove = async () => {
    if (await question.answer(record.id, 'remove', {})) navigate('/admin/answers');
  };
  if (!record.allowedEvents.includes('remove')) return null;
  return (
    <Panel title={t('console.answers.gone')}>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {t('console.answers.action.remove')}
      </Button>
      {asking ? (
        <ActionDialog
          resource="answers"
          action={{ name: 'remove', tone: 'danger', confirm: true }}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={() => void remove()}
        />
      ) : null}
    </Panel>
  );
}
