import { Rich } from '#app/i18n/rich';
import { Link } from './link';

/** A sentence of agreement with links to both texts. */
export const TermsText = ({ id }: { id: string }) => (
  <Rich
    id={id}
    components={{
      terms: <Link to="/terms" className="link" />,
      privacy: <Link to="/privacy" className="link" />,
    }}
  />
);
