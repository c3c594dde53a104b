import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { When } from '../components/date-time';
import { Skeleton } from '../components/skeleton';
import { noticesHome, type NoticesReader } from './homes';
import { NewMark, useReadOnOpening } from './notice-link';
import type { LatestNotices } from './notices-calls';

/** So many of the latest ones; the page has them all. */
const shown = 6;

interface BellPanelProps {
  reader: NoticesReader;
  /** Undefined until they came, null when they could not be had. */
  latest: LatestNotices | null | undefined;
}

/** The latest ones under the bell, each a link to what it is about. */
export function BellPanel({ reader, latest }: BellPanelProps) {
  const t = useText();
  return (
    <section
      aria-label={t('notices.panel')}
      className="absolute top-full end-0 z-30 mt-1 w-[min(24rem,60cqi)] rounded-lg border border-line bg-surface shadow-float"
    >
      <Latest reader={reader} latest={latest} />
      <p className="border-t border-line px-4 py-2">
        <Link to={noticesHome[reader]} className="link inline-flex min-h-11 items-center">
          {t('notices.all')}
        </Link>
      </p>
    </section>
  );
}

function Latest({ reader, latest }: BellPanelProps) {
  const t = useText();
  const onOpen = useReadOnOpening(reader);
  if (latest === undefined)
    return (
      <div className="space-y-3 p-4" role="status" aria-label={t('notices.loading')}>
        <Skeleton className="w-5/6" />
        <Skeleton className="w-2/3" />
      </div>
    );
  if (latest === null) return <p className="p-4 text-ink-soft">{t('notices.failed')}</p>;
  if (latest.notifications.length === 0)
    return <p className="p-4 text-ink-soft">{t(`notices.none_${reader}`)}</p>;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto">
      {latest.notifications.slice(0, shown).map((notice) => (
        <li key={notice._id}>
          <Link
            to={notice.href}
            onClick={() => onOpen(notice)}
            className="block px-4 py-3 hover:bg-brand-soft focus-visible:bg-brand-soft"
          >
            <span className="block break-words">{notice.text}</span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
              <When date={notice.createdAt} format="relative" />
              {notice.readAt === null ? <NewMark /> : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
