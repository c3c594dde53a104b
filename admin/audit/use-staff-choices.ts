import { useGetList } from 'react-admin';
import type { StaffRecord } from '#contracts/identity';
import type { FilterChoice } from '../components/filter-bar';

const most = 100;

/** The team by name, as the log writes who did something. */
export function useStaffChoices(): FilterChoice[] {
  const { data = [] } = useGetList<StaffRecord>(
    'staff',
    { sort: { field: 'name', order: 'ASC' }, pagination: { page: 1, perPage: most } },
    { retry: false },
  );
  return data.map(({ id, name }) => ({ id, name, value: `staff:${id}` }));
}
