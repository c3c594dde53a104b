import { useText } from '#app/i18n/use-text';
import { Picture } from './picture';

/** Where a picture of a clinic lies that patients see. */
export const pictureAddress = (id: string, size: 'full' | 'thumb' = 'full'): string =>
  `/api/clinic-pictures/${id}?size=${size}`;

/** A doctor as the clinic shows them, next to the name; nothing where it shows none. */
export function DoctorPicture({ id, name }: { id: string | null; name: string }) {
  const t = useText();
  if (!id) return null;
  return (
    <span className="block size-16 shrink-0 overflow-hidden rounded-full border border-line">
      <Picture
        src={pictureAddress(id, 'thumb')}
        alt={t('clinics.doctor_picture', { name })}
        width={64}
        height={64}
        className="size-full object-cover object-top"
      />
    </span>
  );
}
