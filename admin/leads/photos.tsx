import Button from '@mui/material/Button';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { Panel } from '../components/panel';
import { LoadedImage } from '../components/loaded-image';
import type { ReadFiles } from '../components/use-file';
import { useText } from '../text';

interface LeadPhotosProps {
  readonly record: LeadDetailRecord;
  /** Null when they may not be looked at now. */
  readonly photos: readonly string[] | null;
}

/** Photos of the request. None is loaded before somebody asks: each look is logged. */
export function LeadPhotos({ record: { id, photosCount }, photos }: LeadPhotosProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [known] = useState<ReadFiles>(() => new Map());
  return (
    <Panel title={t('console.leads.photos_count', { count: photosCount })}>
      {photosCount === 0 ? <p className="text-ink-soft">{t('console.leads.no_photos')}</p> : null}
      {photosCount > 0 && photos === null ? (
        <p className="text-ink-soft">{t('console.leads.photos_closed')}</p>
      ) : null}
      {photos && photosCount > 0 && !shown ? (
        <Button
          variant="outlined"
          startIcon={<Eye size={16} aria-hidden />}
          onClick={() => setShown(true)}
        >
          {t('console.leads.show_photos')}
        </Button>
      ) : null}
      {photos && shown ? (
        <ul className="grid gap-3 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
          {photos.map((photo, at) => (
            <li key={photo}>
              <LoadedImage
                address={`leads/${id}/photos/${photo}?size=medium`}
                alt={t('console.leads.photo', { number: at + 1, count: photos.length })}
                known={known}
                className="aspect-square w-full rounded-md bg-paper object-contain"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
