import { stepPath } from '#contracts/consultation';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Link } from '../components/link';
import { isWaiting, type WaitingPhoto } from './photo-queue';

/** That photos are not with the server yet, and what would lose them; nothing where none waits. */
export function PhotosWaiting({ uploads }: { uploads: readonly WaitingPhoto[] }) {
  const t = useText();
  const count = uploads.filter(isWaiting).length;
  if (count === 0) return null;
  return (
    <Banner tone="warn" title={t('consultation.photos.waiting', { count })} className="mb-6">
      <p>
        <Rich
          id="consultation.photos.waiting_help"
          components={{ photos: <Link to={stepPath(4)} className="link" /> }}
        />
      </p>
    </Banner>
  );
}
