import { useText } from '#app/i18n/use-text';
import { cx } from './cx';

/** A grey bar in the place of a line of text; shows after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block h-4 rounded-sm', className)} />;
}

/** Cards in the shape of what is loading. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  const t = useText();
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="space-y-4">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="space-y-3 rounded-lg border border-line bg-surface p-5">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
