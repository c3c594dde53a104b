import { type LinkProps } from '@remix-run/react';
import { forwardRef, type ComponentProps, type MouseEvent } from 'react';
import { Link } from './link';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style';
import { Spinner } from './spinner';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its column. */
  full?: boolean;
}

type ButtonProps = Look & ComponentProps<'button'> & { pending?: boolean };

/**
 * A button. While `pending` it keeps its size, its words and the focus, shows a spinner in its left margin
 * and takes no further click.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, full, pending, className, children, onClick, type = 'submit', ...rest },
  ref,
) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <button
      ref={ref}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={click}
      className={buttonStyle({ variant, size, full, className })}
      {...rest}
    >
      {pending ? <Spinner className="absolute start-1" /> : null}
      {children}
    </button>
  );
});

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function ButtonLink({ variant, size, full, className, ...rest }: Look & LinkProps) {
  return <Link className={buttonStyle({ variant, size, full, className })} {...rest} />;
}
