import { Building2 } from 'lucide-react';
import { pictureAddress } from '../components/clinic-pictures';
import { Picture } from '../components/picture';

/** The first picture of a clinic; a plain field where it has none. */
export function ClinicPicture({ id, alt }: { id: string | null; alt: string }) {
  if (!id)
    return (
      <div aria-hidden="true" className="grid h-full min-h-28 place-items-center bg-brand-soft">
        <Building2 className="size-10 text-brand" />
      </div>
    );
  return (
    <Picture
      src={pictureAddress(id, 'thumb')}
      alt={alt}
      className="h-full min-h-28 w-full object-cover"
    />
  );
}
