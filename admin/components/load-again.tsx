import Button from '@mui/material/Button';
import { text } from '../text';

/** Loads the page again: with it come the names of the parts as they are now. */
export const LoadAgain = () => (
  <Button variant="outlined" onClick={() => location.reload()}>
    {text('console.load_again')}
  </Button>
);
