import { useState, type MouseEvent } from 'react';
import { photoAddress, type PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Picture } from '../picture';
import { PhotoDialog } from '../wizard/photo-dialog';

/** The photos of a request; each opens at full size, in place or, without JavaScript, by itself. */
export function RequestPhotos({ photos }: { photos: readonly PhotoDto[] }) {
  const t = useText();
  const [shown, setShown] = useState<number | null>(null);
  if (photos.length === 0) return <p className="text-ink-soft">{t('leads.detail.no_photos')}</p>;
  const open = (index: number) => (event: MouseEvent) => {
    event.preventDefault();
    setShown(index);
  };
  return (
    <>
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {photos.map((photo, index) => (
          <li key={photo.id} className="overflow-hidden rounded-md border border-line">
            <a href={photoAddress(photo.id, 'full')} onClick={open(index)} className="block">
              <Picture
                src={photoAddress(photo.id, 'thumb')}
                alt={t('leads.detail.photo_open', { number: index + 1, total: photos.length })}
                className="aspect-square w-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <PhotoDialog photos={photos} shown={shown} onShow={setShown} />
    </>
  );
}
