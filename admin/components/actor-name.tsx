import { useGetManyAggregate } from 'react-admin';
import { hasText, useText } from '../text';
import { When } from './times';

/** Who did something, out of `staff:<id>`, `clinic:<id>`, `system:<name>`: a name for the team, a kind for others. */
export function ActorName({ actor }: { actor: string }) {
  const t = useText();
  const [kind = '', id = null] = actor.split(':');
  if (kind === 'staff' && id) return <StaffName id={id} />;
  const key = `console.actor.${kind}`;
  return <>{hasText(key) ? t(key) : actor}</>;
}

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

interface ChangedByProps {
  readonly record: { readonly updatedBy: string | null; readonly updatedAt: string | null };
  /** What stands there while nobody has changed it. */
  readonly otherwise: string;
}

export function ChangedBy({ record: { updatedBy, updatedAt }, otherwise }: ChangedByProps) {
  if (!updatedBy) return <>{otherwise}</>;
  return (
    <>
      <ActorName actor={updatedBy} /> · <When at={updatedAt} />
    </>
  );
}
