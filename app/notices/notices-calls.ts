import type { noticesCall } from '#contracts/notifications';
import type { z } from 'zod';
import { inPageLanguage } from '#app/http/page-language';
import type { NoticesReader } from './homes';

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
export async function markRead(as: NoticesReader, id: string): Promise<void> {
  await fetch(`/api/notifications/read?as=${as}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [id] }),
  }).catch(() => null);
}
