import type { LinkProps } from '@remix-run/react';
import { type ComponentProps, forwardRef, type MouseEvent, useId } from 'react';
import { type ButtonSize, buttonStyle, type ButtonVariant } from './button-style';
import { cx } from './cx';
import { Link } from './link';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its column. */
  full?: boolean;
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    pending?: boolean;
    /** Why it cannot be pressed now, as a whole sentence; false when it can. There is no button that is off without one. */
    blocked?: string | false;
    /** Id of the text beside it that says why already; then `blocked` is not shown once more. */
    blockedBy?: string;
  };

/**
 * A button. While `pending` it keeps its size, its words and the focus, shows a spinner in its left margin
 * and takes no further click. One that is `blocked` says why; it keeps its place among what the keyboard reaches, so
 * that the reason is heard there.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, full, pending, blocked, blockedBy, className, children, onClick, ...rest },
  ref,
) {
  const id = useId();
  const reason = blocked || undefined;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || reason) return event.preventDefault();
    onClick?.(event);
  };
  const button = (
    <button
      ref={ref}
      type="submit"
      aria-disabled={pending || reason !== undefined || undefined}
      aria-busy={pending || undefined}
      onClick={click}
      className={buttonStyle({ variant, size, full, className })}
      {...rest}
      {...(reason ? { 'data-blocked': '', 'aria-describedby': blockedBy ?? id } : {})}
    >
      {pending ? <Spinner className="absolute start-1" /> : null}
      {children}
    </button>
  );
  return (
    <>
      {button}
      {reason && !blockedBy ? (
        <span id={id} className="self-center text-sm text-ink-soft">
          {reason}
        </span>
      ) : null}
    </>
  );
});

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function ButtonLink({ variant, size, full, className, ...rest }: Look & LinkProps) {
  return <Link className={buttonStyle({ variant, size, full, className })} {...rest} />;
}

/** A turning ring; decoration beside words that say what is going on. */
function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cx('size-4 animate-spin', className)}>
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        opacity="0.3"
      />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
