import { Form } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { PhotoTiles } from '../components/photo-tiles';
import { addPhotosId } from './photo-picker';

interface PhotoGalleryProps {
  /** Where its forms go. */
  action: string;
  photos: readonly PhotoDto[];
}

/** The photos taken so far; each can be removed. */
export function PhotoGallery({ action, photos }: PhotoGalleryProps) {
  const t = useText();
  const box = useFocusAfterRemoval(photos);
  return (
    <div ref={box}>
      <PhotoTiles
        photos={photos}
        columns="grid-cols-2 sm:grid-cols-3"
        alt={(number) => t('consultation.photos.open', { number })}
        below={({ id }, number) => <RemovePhoto action={action} id={id} number={number} />}
      />
    </div>
  );
}

/** A removed photo takes its button along: the focus goes to that of the next one, else to adding photos. */
function useFocusAfterRemoval(photos: readonly PhotoDto[]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(photos);
  useEffect(() => {
    const gone = before.current.findIndex(({ id }) => !photos.some((photo) => photo.id === id));
    before.current = photos;
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (gone === -1 || !lost) return;
    const next = box.current?.querySelectorAll<HTMLElement>('button[value=remove]')[gone];
    (next ?? document.getElementById(addPhotosId))?.focus();
  }, [photos]);
  return box;
}

function RemovePhoto({ action, id, number }: { action: string; id: string; number: number }) {
  const t = useText();
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <Button
        name="intent"
        value="remove"
        variant="quiet"
        full
        aria-label={t('consultation.photos.remove_number', { number })}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        {t('consultation.photos.remove')}
      </Button>
    </Form>
  );
}
