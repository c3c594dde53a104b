import { useEffect, useRef } from 'react';
import { Link } from './link';
import { cx } from './cx';

interface TabLink {
  to: string;
  label: string;
  count?: number | string;
  active: boolean;
}

/**
 * Tabs as links: the choice is in the address, works without JavaScript and comes back with the back button. They stay in
 * one line, which scrolls where it does not fit.
 */
export function TabLinks({ items, label }: { items: readonly TabLink[]; label: string }) {
  const box = useRef<HTMLElement>(null);
  const active = items.findIndex((item) => item.active);
  useEffect(() => bringIntoView(box.current), [active]);
  return (
    <nav ref={box} aria-label={label} className="scrolls-sideways border-b border-line">
      <ul className="flex w-max min-w-full gap-x-6">
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

/** Only sideways: the page stays where it is. */
function bringIntoView(box: HTMLElement | null): void {
  const active = box?.querySelector<HTMLElement>('[aria-current]');
  if (!box || !active) return;
  const around = box.getBoundingClientRect();
  const own = active.getBoundingClientRect();
  box.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
}
