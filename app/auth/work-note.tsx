import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';

/** What the browser does before a code is sent, or that it could not; in the place of the notice below the form. */
export function WorkNote({
  failed,
  onStop,
  onAgain,
  onLane,
}: {
  failed: boolean;
  onStop: () => void;
  onAgain: () => void;
  onLane: () => void;
}) {
  const t = useText();
  if (!failed)
    return (
      <div className="mt-6 flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-soft">
          {t('auth.work.busy')}
        </p>
        <Button type="button" variant="quiet" onClick={onStop}>
          {t('auth.work.stop')}
        </Button>
      </div>
    );
  return (
    <Banner tone="warn" className="mt-6">
      <p>{t('auth.work.failed')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={onAgain}>
          {t('auth.work.again')}
        </Button>
        <Button type="button" variant="quiet" onClick={onLane}>
          {t('auth.work.lane')}
        </Button>
      </div>
    </Banner>
  );
}
