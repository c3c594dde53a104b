import { Form } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { photoAddress, type PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Button } from '../button';
import { Picture } from '../picture';
import { PhotoDialog } from './photo-dialog';

/** The photos taken so far; each opens at full size and can be removed. */
export function PhotoGallery({ photos }: { photos: readonly PhotoDto[] }) {
  const t = useText();
  const [shown, setShown] = useState<number | null>(null);
  const open = (index: number) => (event: MouseEvent) => {
    event.preventDefault();
    setShown(index);
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <li key={photo.id} className="overflow-hidden rounded-md border border-line bg-surface">
            <a href={photoAddress(photo.id, 'full')} onClick={open(index)} className="block">
              <Picture
                src={photoAddress(photo.id, 'thumb')}
                alt={t('consultation.photos.open', { number: index + 1 })}
                className="aspect-square w-full object-cover"
              />
            </a>
            <Form method="post" action="/consultation/photos">
              <input type="hidden" name="id" value={photo.id} />
              <Button
                name="intent"
                value="remove"
                variant="quiet"
                full
                aria-label={t('consultation.photos.remove_number', { number: index + 1 })}
              >
                <Trash2 aria-hidden="true" className="size-4" />
                {t('consultation.photos.remove')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <PhotoDialog photos={photos} shown={shown} onShow={setShown} />
    </>
  );
}
