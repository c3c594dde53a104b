import { type PhotoSlot, type PhotoView, slotView } from '#contracts/consultation';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

interface ViewCountProps {
  views: readonly PhotoView[];
  className?: string;
}

/** How many of the views that are asked for a photo shows, and which are missing. */
export function ViewCount({ views, className }: ViewCountProps) {
  const t = useText();
  const { list } = useFormats();
  if (views.length === 0) return null;
  const missing = views.filter(({ photoId }) => photoId === null);
  return (
    <p className={className}>
      <span className="tnum font-semibold">
        {t('photos.views.count', { shown: views.length - missing.length, asked: views.length })}
      </span>
      {missing.length > 0 ? (
        <span className="block text-sm text-ink-soft">
          {t('photos.views.missing', {
            views: list(missing.map(({ slot }) => t(`photos.view.${slotView(slot)}`))),
          })}
        </span>
      ) : null}
    </p>
  );
}

/** What stands below a photo that was taken for a view. */
export function ViewName({ slot }: { slot: PhotoSlot | null | undefined }) {
  const t = useText();
  return slot ? <p className="px-2 py-1.5 text-sm">{t(`photos.view.${slotView(slot)}`)}</p> : null;
}
