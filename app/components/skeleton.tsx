import { cx } from './cx';

/** A grey shape in the place of what is loading; shows after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block h-4 rounded-sm', className)} />;
}
