import type { ComponentProps } from 'react';
import { cx } from './cx';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li';
}

/** A surface with an edge; it rests, so it has no shadow. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return (
    <Tag
      {...(rest as ComponentProps<'div'> & ComponentProps<'li'>)}
      className={cx('rounded-lg border border-line bg-surface p-5 sm:p-6', className)}
    />
  );
}
