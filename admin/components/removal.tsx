import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { removalReasons } from '#contracts/deals';
import { useText } from '../text';
import { ReasonDialog } from './reason-dialog';
import { useQuestion, useSend } from './sending';

interface RemovalProps {
  readonly resource: 'reviews' | 'later-reviews';
  readonly id: string;
  readonly action: 'remove' | 'remove-answer';
}

/** Takes away what the public reads, for one of the listed reasons and no other. */
export function Removal({ resource, id, action }: RemovalProps) {
  const t = useText();
  const sending = useSend(resource);
  const [asking, setAsking] = useState(false);
  const [because, setBecause] = useState<string>(removalReasons[0]);
  const question = useQuestion(sending, () => setAsking(false));
  const words = t(`console.${resource}.action.${action}`);
  return (
    <div>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {words}
      </Button>
      {asking ? (
        <ReasonDialog
          title={words}
          text={t(`console.${resource}.ask.${action}`)}
          label={t('console.reviews.exactly')}
          confirm={words}
          danger
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void question.answer(id, action, { because, reason })}
        >
          <TextField
            select
            fullWidth
            label={t('console.reviews.because')}
            value={because}
            onChange={(event) => setBecause(event.target.value)}
            helperText=" "
          >
            {removalReasons.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`console.reviews.because.${each}`)}
              </MenuItem>
            ))}
          </TextField>
        </ReasonDialog>
      ) : null}
    </div>
  );
}
