import { useState, type MouseEvent, type ReactNode } from 'react';
import { photoAddress, type PhotoDto } from '#contracts/consultation';
import { cx } from './cx';
import { Picture } from './picture';
import { PhotoDialog } from './photo-dialog';

interface PhotoTilesProps {
  photos: readonly PhotoDto[];
  /** Columns of the grid, as classes. */
  columns: string;
  alt: (number: number) => string;
  /** What stands below a tile. */
  below?: (photo: PhotoDto, number: number) => ReactNode;
}

/** Photos as tiles; each opens at full size, in place or, without JavaScript, by itself. */
export function PhotoTiles({ photos, columns, alt, below }: PhotoTilesProps) {
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
            <a href={photoAddress(photo.id, 'full')} onClick={open(index)} className="block">
              <Picture
                src={photoAddress(photo.id, 'thumb')}
                alt={alt(index + 1)}
                className="aspect-square w-full object-cover"
              />
            </a>
            {below?.(photo, index + 1)}
          </li>
        ))}
      </ul>
      <PhotoDialog photos={photos} shown={shown} onShow={setShown} />
    </>
  );
}
