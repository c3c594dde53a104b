import { photoAddress, type PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Picture } from '../components/picture';

/** Thumbnails in the summary; the rest is a number. */
const shownAtMost = 4;

/** The first photos, and how many more there are. */
export function SummaryPhotos({ photos }: { photos: readonly PhotoDto[] }) {
  const t = useText();
  if (photos.length === 0) return t('consultation.summary.no_photos');
  const more = photos.length - shownAtMost;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.slice(0, shownAtMost).map((photo, index) => (
        <li key={photo.id}>
          <Picture
            src={photoAddress(photo.id, 'thumb')}
            alt={t('consultation.photos.number', { number: index + 1, total: photos.length })}
            className="size-16 rounded-md border border-line object-cover"
          />
        </li>
      ))}
      {more > 0 ? (
        <li className="tnum flex size-16 items-center justify-center rounded-md border border-line font-semibold">
          <span aria-hidden="true">+{more}</span>
          <span className="sr-only">{t('consultation.summary.more_photos', { count: more })}</span>
        </li>
      ) : null}
    </ul>
  );
}
