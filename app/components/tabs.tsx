import { Link } from './link';
import { cx } from './cx';

interface TabLink {
  to: string;
  label: string;
  count?: number | string;
  active: boolean;
}

/** Tabs as links: the choice is in the address, works without JavaScript and comes back with the back button. With large text they take several lines. */
export function TabLinks({ items, label }: { items: readonly TabLink[]; label: string }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              preventScrollReset
              aria-current={item.active ? 'page' : undefined}
              className={cx(
                'flex min-h-12 items-center gap-2 border-b-3 whitespace-nowrap -outline-offset-3',
                item.active
                  ? 'border-brand font-semibold text-ink'
                  : 'border-transparent text-ink-soft forced-colors:border-[Canvas] hover:border-line-strong hover:text-ink',
              )}
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="tnum rounded-full bg-brand-soft px-2 text-sm font-semibold text-ink">
                  {item.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
