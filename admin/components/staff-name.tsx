import { useGetManyAggregate } from 'react-admin';
import { useText } from '../text';

/** Who of the team it was; names are asked for together. */
export function StaffName({ id }: { id: string | null }) {
  const t = useText();
  const { data } = useGetManyAggregate(
    'staff',
    { ids: id ? [id] : [] },
    { enabled: id !== null, retry: false },
  );
  const name = (data?.[0] as { name?: string } | undefined)?.name;
  return <>{id === null ? t('console.none') : (name ?? t('console.someone'))}</>;
}
