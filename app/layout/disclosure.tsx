import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { buttonStyle, type ButtonVariant } from '../components/button-style';
import { cx } from '../components/cx';

interface DisclosureProps {
  /** Of the navigation inside. */
  name: string;
  label: ReactNode;
  className: string;
  variant?: ButtonVariant;
  /** Where the list stands below, and how wide it is. */
  place?: string;
  children: ReactNode;
}

const endOfHeader = 'end-[clamp(1rem,4vw,2rem)] w-64 max-w-[calc(100%-2rem)]';

/** A native disclosure: opens without JavaScript; closes on Escape (`menu-keys.ts`), on a click elsewhere and on arrival at another page. */
export function Disclosure({
  name,
  label,
  className,
  variant = 'secondary',
  place = endOfHeader,
  children,
}: DisclosureProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    // What was opened before the page hydrated stays open.
    if (shownAt.current !== key && box.current) box.current.open = false;
    shownAt.current = key;
  }, [key]);
  useEffect(() => {
    const onClick = ({ target }: Event) => {
      if (box.current && !box.current.contains(target as Node)) box.current.open = false;
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return (
    <details ref={box} className={className}>
      <summary
        className={buttonStyle({
          variant,
          className: 'list-none px-3! @max-3xs:px-2!',
        })}
      >
        {label}
      </summary>
      <nav
        aria-label={name}
        className={cx(
          'absolute top-full z-30 flex flex-col items-stretch gap-1 rounded-lg border border-line bg-surface p-2 shadow-float',
          place,
        )}
      >
        {children}
      </nav>
    </details>
  );
}
