import { Form, useNavigation } from '@remix-run/react';
import { CheckCheck } from 'lucide-react';
import { noticesChanged, type NoticeDto } from '#contracts/notifications';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { Link } from '#app/components/link';
import { OtherPages } from '#app/components/other-pages';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { When } from '../components/date-time';
import { EmptyState } from '../components/empty-state';
import { ListFailure } from '../components/list-failure';
import { Page } from '../components/page';
import { noticesHome, type NoticesReader } from './homes';
import { NewMark, useReadOnOpening } from './notice-link';
import type { NoticesPageData } from './pages.server';

interface NoticesPageProps extends NoticesPageData {
  reader: NoticesReader;
}

/** The in-app notifications of an account, newest first; what is new is marked with a word, and all of it can be marked as read. */
export function NoticesPage(props: NoticesPageProps) {
  const { reader, notifications, nextCursor, continued, marked } = props;
  const t = useText();
  useLive(({ type }) => type === noticesChanged, { as: reader });
  const home = noticesHome[reader];
  return (
    <Page title={t('notices.title')} lead={t('notices.lead')}>
      <div className="space-y-6">
        {marked ? <Banner tone="ok" title={t('notices.marked')} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link to={`${home}/preferences`} className="link inline-flex min-h-11 items-center">
            {t('notices.choose')}
          </Link>
          <MarkAll notices={notifications} />
        </div>
        {notifications.length === 0 && !continued ? (
          <EmptyState title={t('notices.none')} text={t(`notices.none_${reader}`)} />
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {notifications.map((notice) => (
              <NoticeRow key={notice._id} notice={notice} reader={reader} />
            ))}
          </ul>
        )}
        <OtherPages
          newest={continued && home}
          older={nextCursor && `${home}?${new URLSearchParams({ cursor: nextCursor }).toString()}`}
          words={[t('notices.newest'), t('notices.older')]}
        />
      </div>
    </Page>
  );
}

/** All that are older than the newest on this page, but none that came since it was made. */
function MarkAll({ notices }: { notices: readonly NoticeDto[] }) {
  const t = useText();
  const pending = useNavigation().formData?.has('upTo') ?? false;
  if (!notices.some(({ readAt }) => readAt === null))
    return notices.length > 0 ? <p className="text-ink-soft">{t('notices.none_unread')}</p> : null;
  return (
    <Form method="post">
      <input type="hidden" name="upTo" value={notices[0]!.createdAt} />
      <Button name="intent" value="read" variant="secondary" pending={pending}>
        <CheckCheck aria-hidden="true" className="size-5" />
        {t('notices.mark_all')}
      </Button>
    </Form>
  );
}

function NoticeRow({ notice, reader }: { notice: NoticeDto; reader: NoticesReader }) {
  const t = useText();
  const onOpen = useReadOnOpening(reader);
  const { _id, text, href, createdAt, readAt } = notice;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-4 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <Link to={href} onClick={() => onOpen(notice)} className="link break-words">
          {text}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <When date={createdAt} format="relative" />
          {readAt === null ? <NewMark /> : null}
        </p>
      </div>
      {readAt === null ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={_id} />
          <Button
            name="intent"
            value="read"
            variant="quiet"
            className="max-sm:-ms-5"
            aria-label={t('notices.mark_one', { text })}
          >
            {t('notices.mark')}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}

/** In place of the list when it could not be had. */
export function NoticesFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('notices.title')}
      failed={t('notices.error')}
      safe={t('notices.error_safe')}
    />
  );
}
