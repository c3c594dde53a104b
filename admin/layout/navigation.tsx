import { House, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useEffect, useState } from 'react';
import { navigationGroups, type ConsoleResource, type NavigationGroup } from '../resource';
import { unreadOf, useDesk } from '../components/casework/desk';
import { resources } from '../resources';
import { mayOpen } from '../may-open';
import { listAddress } from '../components/views';
import { counted } from '../components/counted';
import { useText } from '../text';
import { useWaiting, type Waiting } from './use-waiting';
import { useStaff } from '../providers/auth-provider';

/** The ways through the console, by task. On small screens behind a button. */
export function Navigation() {
  const t = useText();
  const staff = useStaff();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  const { desk } = useDesk();
  const waiting = new Map([...useWaiting(), ['desk', unreadOf(desk).length] as const]);
  const visible = resources.filter(({ name }) => mayOpen(staff?.role, name));
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="navigation"
        onClick={() => setOpen(!open)}
        className="w-full border-b border-line bg-surface px-4 py-2.5 text-left font-semibold lg:hidden"
      >
        {t(open ? 'console.nav.close' : 'console.nav.open')}
      </button>
      <nav
        id="navigation"
        aria-label={t('console.nav.label')}
        className={`border-line bg-surface px-3 py-4 lg:sticky lg:top-14 lg:block lg:h-[calc(100dvh-3.5rem)] lg:overflow-y-auto lg:border-r ${open ? 'border-b' : 'hidden'}`}
      >
        <Entry to="/admin" label={t('console.home.title')} icon={House} end />
        {navigationGroups.map((group) => (
          <Group key={group} group={group} resources={visible} waiting={waiting} />
        ))}
      </nav>
    </>
  );
}

interface GroupProps {
  readonly group: NavigationGroup;
  readonly resources: readonly ConsoleResource[];
  readonly waiting: Waiting;
}

function Group({ group, resources: all, waiting }: GroupProps) {
  const t = useText();
  const own = all.filter((resource) => resource.group === group);
  const { pathname, search } = useLocation();
  const queues = all.flatMap(({ name, queue }) =>
    queue ? [{ name, icon: queue.icon, to: listAddress(name, queue.view) }] : [],
  );
  const links = group === 'queues' ? queues : [];
  const inQueue = queues.some(({ to }) => to === `${pathname}${search}`);
  if (own.length + links.length === 0) return null;
  return (
    <div className="mt-5">
      <h2 id={`nav-${group}`} className="px-3 pb-1 text-xs font-semibold text-ink-soft">
        {t(`console.nav.group.${group}`)}
      </h2>
      <ul aria-labelledby={`nav-${group}`}>
        {links.map(({ name, to, icon }) => (
          <li key={name}>
            <Entry
              to={to}
              label={t(`console.queue.${name}`)}
              icon={icon}
              exact
              waiting={waiting.get(name)}
            />
          </li>
        ))}
        {own.map(({ name, icon, queue }) => (
          <li key={name}>
            <Entry
              to={`/admin/${name}`}
              label={t(`console.${name}.title`)}
              icon={icon}
              elsewhere={inQueue}
              waiting={queue ? undefined : waiting.get(name)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EntryProps {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly end?: boolean;
  /** Only this very view of a list counts as being there. */
  readonly exact?: boolean;
  /** Another entry is the one that is open. */
  readonly elsewhere?: boolean;
  /** How many wait there; null: more than are counted; undefined: not known, or no queue. */
  readonly waiting?: number | null;
}

function Entry({
  to,
  label,
  icon: Icon,
  end = false,
  exact = false,
  elsewhere = false,
  waiting,
}: EntryProps) {
  const t = useText();
  const { pathname, search } = useLocation();
  const below = end ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
  const here = exact ? `${pathname}${search}` === to : below && !elsewhere;
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      className={`flex items-center gap-2.5 rounded-md px-3 py-1.5 ${
        here ? 'bg-brand-soft font-semibold text-brand-strong' : 'hover:bg-paper'
      }`}
    >
      <Icon size={17} aria-hidden className="shrink-0" />
      {label}
      {waiting === undefined || waiting === 0 ? null : (
        <span className="tnum ml-auto rounded-full bg-brand-soft px-2 text-sm font-semibold text-brand-strong">
          <span className="sr-only">{', '}</span>
          <span aria-hidden>{counted(t, waiting)}</span>
          <span className="sr-only">
            {t('console.home.waiting', { waiting: counted(t, waiting) })}
          </span>
        </span>
      )}
    </Link>
  );
}
