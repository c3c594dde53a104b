import { useGetIdentity } from 'react-admin';
import type { StaffIdentity } from '#contracts/identity';

/** Who is signed in; undefined until that is known. */
export function useStaff(): StaffIdentity | undefined {
  const { data } = useGetIdentity();
  return data as unknown as StaffIdentity | undefined;
}
