import { useLocation, useRevalidator } from '@remix-run/react';
import { Bell as BellIcon } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { noticesChanged, type Unread } from '#contracts/notifications';
import { buttonStyle } from '../components/button-style';
import { When } from '../components/date-time';
import { EntryFace } from '../components/entry-face';
import { Link } from '#app/components/link';
import { Skeleton } from '../components/skeleton';
import { type Text, useText } from '#app/i18n/use-text';
import { follow } from '#app/live/follow';
import { isAtRest } from '#app/live/use-live';
import { noticesHome, type NoticesReader } from './homes';
import { latestNotices, NewMark, useReadOnOpening, type LatestNotices } from './notice-link';

interface BellProps {
  reader: NoticesReader;
  /** As the page was made; kept up with by the stream. */
  unread: Unread;
}

/** Wide enough for the latest ones beside the page; a phone opens the page of all. */
const wide = '(min-width: 48rem)';

/**
 * The way to the in-app notifications of its reader, with how many are new. Without JavaScript and on a phone it is a link; else it
 * shows the latest ones first.
 */
export function Bell({ reader, unread }: BellProps) {
  const t = useText();
  const { latest, load } = useLatest(reader, unread);
  const { open, setOpen, box } = usePanel();
  const { unread: count, capped } = latest ?? unread;
  const toggle = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (elsewhere || !window.matchMedia(wide).matches) return;
    event.preventDefault();
    if (!open) void load();
    setOpen(!open);
  };
  return (
    <div ref={box} className="relative">
      <Link
        to={noticesHome[reader]}
        onClick={toggle}
        aria-expanded={open || undefined}
        aria-label={nameOf(t, { unread: count, capped })}
        className={buttonStyle({ variant: 'quiet', className: 'px-2! sm:px-3!' })}
      >
        <EntryFace
          icon={BellIcon}
          word={t('notices.title')}
          badge={badgeOf(t, { unread: count, capped })}
        />
      </Link>
      {open ? <BellPanel reader={reader} latest={latest} /> : null}
    </div>
  );
}

/** Of more than are counted, one less is shown: '99+'. */
const nameOf = (t: Text, { unread, capped }: Unread): string =>
  capped.length > 0
    ? t('notices.bell_capped', { count: unread - 1 })
    : t('notices.bell', { count: unread });

const badgeOf = (t: Text, { unread, capped }: Unread): string => {
  if (capped.length > 0) return t('notices.badge_capped', { count: unread - 1 });
  return unread === 0 ? '' : String(unread);
};

/** What the server says now, once the stream says that it changed; until then the page's own count stands. */
function useLatest(
  reader: NoticesReader,
  unread: Unread,
): {
  latest: LatestNotices | null | undefined;
  load: () => Promise<void>;
} {
  const [latest, setLatest] = useState<LatestNotices | null>();
  // The page was made anew: what it says is newer than what was heard before.
  useEffect(() => setLatest(undefined), [unread]);
  const asked = useRef(0);
  const load = async () => {
    const turn = (asked.current += 1);
    const answer = await latestNotices(reader);
    // A later question has a newer answer; what was known stays when there is none.
    if (turn === asked.current) setLatest((known) => answer ?? known ?? null);
  };
  const { revalidate } = useRevalidator();
  const current = useRef({ load, revalidate });
  useEffect(() => {
    current.current = { load, revalidate };
  });
  useEffect(
    () =>
      follow(reader, {
        onMessage: ({ type }) => {
          if (type === noticesChanged) void current.current.load();
        },
        onMissed: () => void current.current.load(),
        // It stands on every page of whoever is signed in.
        onShutOut: () => {
          if (isAtRest()) current.current.revalidate();
        },
      }),
    [reader],
  );
  return { latest, load };
}

/** Open until Escape, a click elsewhere, or arrival at another page. */
function usePanel() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      box.current?.querySelector('a')?.focus();
    };
    const onClick = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick);
    };
  }, [open]);
  return { open, setOpen, box };
}

/** So many of the latest ones; the page has them all. */
const shown = 6;

interface BellPanelProps {
  reader: NoticesReader;
  /** Undefined until they came, null when they could not be had. */
  latest: LatestNotices | null | undefined;
}

/** The latest ones under the bell, each a link to what it is about. */
function BellPanel({ reader, latest }: BellPanelProps) {
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
