import type { NoticeDto, noticesCall } from '#contracts/notifications';
import { useText } from '#app/i18n/use-text';
import type { NoticesReader } from './homes';
import type { z } from 'zod';
import { inPageLanguage } from '#app/http/page-language';

export type LatestNotices = z.output<typeof noticesCall.data>;

/** The last ones and how many are unread; null when they could not be had. */
export async function latestNotices(as: NoticesReader): Promise<LatestNotices | null> {
  const answer = await fetch(`/api/notifications?as=${as}`, {
    headers: inPageLanguage(),
  }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { data: LatestNotices }).data;
}

/** Told to the server even when the page is left in this moment. */
async function markRead(as: NoticesReader, id: string): Promise<void> {
  await fetch(`/api/notifications/read?as=${as}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [id] }),
  }).catch(() => null);
}

/** Says in a word what a mark alone would say by its colour. */
export function NewMark() {
  const t = useText();
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-accent">
      <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
      {t('notices.new')}
    </span>
  );
}

/** What somebody follows they have read. Goes on its way while the page changes; failing, it stays marked as new. */
export const useReadOnOpening = (reader: NoticesReader) => (notice: NoticeDto) => {
  if (notice.readAt === null) void markRead(reader, notice._id);
};
