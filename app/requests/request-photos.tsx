import type { PhotoDto, PhotoViewsDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { PhotoTiles } from '../components/photo-tiles';
import { OpenedBy, PhotoViewers } from './photo-viewers';

interface RequestPhotosProps {
  photos: readonly PhotoDto[];
  seen: PhotoViewsDto;
  over: boolean;
}

/** The photos of a request, and which clinics opened them. */
export function RequestPhotos({ photos, seen, over }: RequestPhotosProps) {
  const t = useText();
  if (photos.length === 0)
    return (
      <p className="text-ink-soft">
        {t(over ? 'leads.detail.no_photos_left' : 'leads.detail.no_photos')}
      </p>
    );
  return (
    <>
      <PhotoTiles
        photos={photos}
        columns="grid-cols-2 sm:grid-cols-4"
        alt={(number) => t('leads.detail.photo_open', { number, total: photos.length })}
        below={({ id }) => <OpenedBy views={seen.views.filter(({ photoId }) => photoId === id)} />}
      />
      <PhotoViewers photos={photos} seen={seen} />
    </>
  );
}
