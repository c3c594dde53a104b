import type { PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { PhotoTiles } from '../components/photo-tiles';

/** The photos of a request. */
export function RequestPhotos({ photos, over }: { photos: readonly PhotoDto[]; over: boolean }) {
  const t = useText();
  if (photos.length === 0)
    return (
      <p className="text-ink-soft">
        {t(over ? 'leads.detail.no_photos_left' : 'leads.detail.no_photos')}
      </p>
    );
  return (
    <PhotoTiles
      photos={photos}
      columns="grid-cols-3 sm:grid-cols-4"
      alt={(number) => t('leads.detail.photo_open', { number, total: photos.length })}
    />
  );
}
