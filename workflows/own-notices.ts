import type { Side } from '#platform/base/actor';
import type { NoticeDto } from '#contracts/notifications';
import { ownNoticeRows, type NoticeRow } from '#modules/notifications';
import type { CtxOf } from '#platform/context';
import type { Locale } from '#platform/base/locale';
import { spokenIn } from '#languages/words.server.ts';
import type { Values } from './notifications/notification';
import { noticeValues } from './notifications/words';
import { mailKindOf } from './reactions/index';

/**
 * A page of the in-app notifications of the acting person, in their language, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownNotices(
  ctx: CtxOf<Side>,
  page: { cursor?: string } = {},
): Promise<{ notifications: NoticeDto[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await ownNoticeRows(ctx, page);
  const values = await noticeValues(
    ctx,
    rows.map(({ params }) => params),
  );
  return { notifications: rows.map((row, n) => inWords(row, values[n]!, ctx.locale)), nextCursor };
}

function inWords(row: NoticeRow, values: Values, locale: Locale): NoticeDto {
  const text = spokenIn(locale);
  const { id, kind, readerType, params, createdAt, readAt } = row;
  // One of a release that is newer than this process.
  const known = mailKindOf(kind);
  return {
    _id: id,
    kind,
    text: known ? text(`notice.${kind}`, values) : text('notice.unknown'),
    href: known ? known.page(params, readerType) : homes[readerType],
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

const homes = { patient: '/my-offers', clinic: '/clinic/dashboard' } as const;
