import { Link } from 'react-router-dom';
import { useStaff } from '../providers/use-staff';
import { mayOpen } from '../may-open';
import { hasText, useText } from '../text';

/** Screens of what an entry can be about. */
const screens: Readonly<Record<string, string>> = {
  clinic: 'clinics',
  lead: 'leads',
  patient: 'patients',
  staff: 'staff',
  setting: 'settings',
  content: 'content',
  flow: 'workflows',
};

interface ObjectLinkProps {
  readonly type: string | null;
  readonly id: string | null;
}

/** What an entry is about, with the way to it where it has a screen. */
export function ObjectLink({ type, id }: ObjectLinkProps) {
  const t = useText();
  const role = useStaff()?.role;
  if (!type) return <>{t('console.none')}</>;
  const key = `console.audit.object.${type}`;
  const name = hasText(key) ? t(key) : type;
  const screen = screens[type];
  return (
    <span className="grid min-w-40">
      {screen && id && mayOpen(role, screen) ? (
        <Link className="link" to={`/admin/${screen}/${encodeURIComponent(id)}/show`}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {id ? <span className="break-all text-ink-soft">{id}</span> : null}
    </span>
  );
}
