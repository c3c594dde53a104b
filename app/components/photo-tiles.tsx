import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { photoAddress, type PhotoDto } from '#contracts/consultation';
import { Button } from './button';
import { cx } from './cx';
import { Modal } from './modal';
import { Picture } from './picture';
import { useText } from '#app/i18n/use-text';

interface PhotoTilesProps {
  photos: readonly PhotoDto[];
  /** Where the bytes of one are; those of whoever is signed in. */
  address?: typeof photoAddress;
  /** Columns of the grid, as classes. */
  columns: string;
  alt: (number: number) => string;
  /** What stands below a tile. */
  below?: (photo: PhotoDto, number: number) => ReactNode;
}

/** Photos as tiles; each opens at full size, in place or, without JavaScript, by itself. */
export function PhotoTiles({
  photos,
  address = photoAddress,
  columns,
  alt,
  below,
}: PhotoTilesProps) {
  const [shown, setShown] = useState<number | null>(null);
  const open = (index: number) => (event: MouseEvent) => {
    event.preventDefault();
    setShown(index);
  };
  return (
    <>
      <ul className={cx('grid gap-3', columns)}>
        {photos.map((photo, index) => (
          <li key={photo.id} className="overflow-hidden rounded-md border border-line bg-surface">
            <a href={address(photo.id, 'full')} onClick={open(index)} className="block">
              <Picture
                src={address(photo.id, 'thumb')}
                alt={alt(index + 1)}
                className="aspect-square w-full object-cover"
              />
            </a>
            {below?.(photo, index + 1)}
          </li>
        ))}
      </ul>
      <PhotoDialog photos={photos} address={address} shown={shown} onShow={setShown} />
    </>
  );
}

interface PhotoDialogProps {
  photos: readonly PhotoDto[];
  address: typeof photoAddress;
  /** Index of the photo that is shown; null while closed. */
  shown: number | null;
  onShow: (index: number | null) => void;
}

/** One photo at full size, with its neighbours a button away. */
function PhotoDialog({ photos, address, shown, onShow }: PhotoDialogProps) {
  const t = useText();
  const id = useId();
  const photo = shown === null ? undefined : photos[shown];
  if (!photo || shown === null) return null;
  const number = shown + 1;
  return (
    <Modal
      aria-labelledby={id}
      onClose={() => onShow(null)}
      closesBeside
      className="inset-2 flex h-auto max-h-none max-w-none flex-col p-3 backdrop:bg-ink/80 sm:inset-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold">
          {t('consultation.photos.number', { number, total: photos.length })}
        </h2>
        <Button
          type="button"
          variant="quiet"
          aria-label={t('common.close')}
          onClick={() => onShow(null)}
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <img
        src={address(photo.id, 'full')}
        alt={t('consultation.photos.number', { number, total: photos.length })}
        className="min-h-0 grow object-contain"
      />
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        <Button
          type="button"
          variant="secondary"
          blocked={shown === 0 && t('consultation.photos.first')}
          blockedBy={id}
          onClick={() => onShow(shown - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          {t('consultation.photos.previous')}
        </Button>
        <Button
          type="button"
          variant="secondary"
          blocked={number === photos.length && t('consultation.photos.last')}
          blockedBy={id}
          onClick={() => onShow(shown + 1)}
        >
          {t('consultation.photos.next')}
          <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Button>
      </div>
    </Modal>
  );
}
