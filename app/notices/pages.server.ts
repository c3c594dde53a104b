import type { Side } from '#platform/base/actor';
import { z } from 'zod';
import {
  isSwitchable,
  topics,
  topicsFor,
  type NoticeDto,
  type Preferences,
} from '#contracts/notifications';
import { markNoticesRead, ownPreferences, setPreferences } from '#modules/notifications';
import type { CtxOf } from '#platform/context';
import { ownNotices } from '#workflows';
import { intent, pageAction, type PageArgs, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { noticesHome, type NoticesReader } from './homes';

const search = z.object({ cursor: z.string().max(200).optional().catch(undefined) });

export interface NoticesPageData {
  readonly notifications: readonly NoticeDto[];
  readonly nextCursor: string | null;
  /** Not the first page. */
  readonly continued: boolean;
  readonly marked: boolean;
}

async function loadNotices(ctx: CtxOf<Side>, { url }: PageArgs): Promise<NoticesPageData> {
  const { cursor } = search.parse(Object.fromEntries(url.searchParams));
  const page = await ownNotices(ctx, { cursor });
  return { ...page, continued: cursor !== undefined, marked: url.searchParams.has('marked') };
}

export const noticesLoader = (reader: NoticesReader) =>
  pageLoader(reader, (ctx, page) => loadNotices(ctx, page));

/** One of them, or all that were on the page. */
const readSchema = z.object({
  id: z.string().max(100).optional(),
  upTo: z.iso.datetime().optional(),
});

export const noticesAction = (reader: NoticesReader) =>
  pageAction(reader, {
    read: intent(reader, readSchema, async (ctx, { id, upTo }, { url }) => {
      await markNoticesRead(ctx, { ids: id ? [id] : undefined, upTo });
      url.searchParams.set('marked', '');
      return redirect(url.pathname + url.search);
    }),
  });

export interface PreferencesPageData {
  readonly preferences: Preferences;
  readonly saved: boolean;
}

export const preferencesLoader = (reader: NoticesReader) =>
  pageLoader(reader, async (ctx: CtxOf<Side>, { url }): Promise<PreferencesPageData> => ({
    preferences: await ownPreferences(ctx),
    saved: url.searchParams.has('saved'),
  }));

/** Boxes that are not ticked are not sent. */
const ticked = z.array(z.enum(topics)).default([]);

export const preferencesAction = (reader: NoticesReader) =>
  pageAction(reader, {
    save: intent(
      reader,
      z.object({ email: ticked, product: ticked }),
      async (ctx, { email, product }) => {
        const preferences = topicsFor(reader)
          .filter(isSwitchable)
          .map((kind) => ({
            kind,
            email: email.includes(kind),
            product: product.includes(kind),
          }));
        await setPreferences(ctx, { preferences });
        return redirect(`${noticesHome[reader]}/preferences?saved`);
      },
    ),
  });
