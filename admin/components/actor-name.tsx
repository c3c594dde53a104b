import { hasText, useText } from '../text';
import { StaffName } from './staff-name';

/** Who did something, out of `staff:<id>`, `clinic:<id>`, `system:<name>`: a name for the team, a kind for others. */
export function ActorName({ actor }: { actor: string }) {
  const t = useText();
  const [kind = '', id = null] = actor.split(':');
  if (kind === 'staff' && id) return <StaffName id={id} />;
  const key = `console.actor.${kind}`;
  return <>{hasText(key) ? t(key) : actor}</>;
}
