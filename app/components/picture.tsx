import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Skeleton } from './skeleton';

/** An image in a place of its final size, with a skeleton there until it has come. */
export function Picture({ alt, className, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <span className="relative block h-full overflow-hidden">
      <Skeleton className="absolute inset-0 h-full rounded-none" />
      <img alt={alt} loading="lazy" {...rest} className={cx('relative', className)} />
    </span>
  );
}
