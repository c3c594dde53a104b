import { StaffName } from '../actor-name';
import { text } from '../../text';

/** Names of colleagues in one line: `Ada, Can and Deniz`. */
export const StaffNames = ({ ids }: { ids: readonly string[] }) => (
  <>
    {ids.map((id, place) => (
      <span key={id}>
        {place === 0 ? '' : place === ids.length - 1 ? ` ${text('console.casework.and')} ` : ', '}
        <StaffName id={id} />
      </span>
    ))}
  </>
);

/** The time of day at which something ends, by the reader's clock. */
export const clockTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at));

/** Where a case stands in the console. */
export const caseAddress = (kind: string, id: string): string => `/admin/${kind}/${id}/show`;
