import { Form } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import type { PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Button } from '../button';
import { PhotoTiles } from '../photo-tiles';

/** The photos taken so far; each can be removed. */
export function PhotoGallery({ photos }: { photos: readonly PhotoDto[] }) {
  const t = useText();
  return (
    <PhotoTiles
      photos={photos}
      columns="grid-cols-2 sm:grid-cols-3"
      alt={(number) => t('consultation.photos.open', { number })}
      below={({ id }, number) => <RemovePhoto id={id} number={number} />}
    />
  );
}

function RemovePhoto({ id, number }: { id: string; number: number }) {
  const t = useText();
  return (
    <Form method="post" action="/consultation/photos">
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
