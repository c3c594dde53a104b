import Button from '@mui/material/Button';
import { useText } from '../text';

/** Why a file is not shown, and the way to ask for it again. */
export function FailedFile({ message, again }: { message: string; again: () => void }) {
  const t = useText();
  return (
    <div role="alert" className="rounded-md bg-danger-soft p-4 text-danger">
      <p className="mb-3">{message}</p>
      <Button variant="outlined" onClick={again}>
        {t('console.try_again')}
      </Button>
    </div>
  );
}
