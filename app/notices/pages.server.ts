import type { Side } from '#platform/base/actor';
import { z } from 'zod';
import {
  isSwitchable,
  isTexted,
  topics,
  topicsFor,
  quietHoursSchema,
  type NoticeDto,
  type Preferences,
  type QuietHoursDto,
} from '#contracts/notifications';
import { browserSchema, type BrowsersDto } from '#contracts/webhooks';
import { markNoticesRead, ownPreferences, ownQuietHours } from '#modules/notifications';
import type { CtxOf } from '#platform/context';
import {
  addOwnBrowser,
  ownNotices,
  ownNotifiedBrowsers,
  removeOwnBrowser,
  setOwnPreferences,
} from '#workflows';
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
  readonly push: BrowsersDto;
  /** Null where the reader's browsers always show news. */
  readonly quietHours: QuietHoursDto | null;
  readonly saved: boolean;
}

export const preferencesLoader = (reader: NoticesReader) =>
  pageLoader(reader, async (ctx: CtxOf<Side>, { url }): Promise<PreferencesPageData> => {
    const [preferences, push, quietHours] = await Promise.all([
      ownPreferences(ctx),
      ownNotifiedBrowsers(ctx),
      ownQuietHours(ctx),
    ]);
    return { preferences, push, quietHours, saved: url.searchParams.has('saved') };
  });

/** Boxes that are not ticked are not sent. */
const ticked = z.array(z.enum(topics)).default([]);

export const preferencesAction = (reader: NoticesReader) =>
  pageAction(reader, {
    save: intent(
      reader,
      z.object({ email: ticked, product: ticked, push: ticked, sms: ticked }),
      async (ctx, { email, product, push, sms }) => {
        const preferences = topicsFor(reader)
          .filter(isSwitchable)
          .map((kind) => ({
            kind,
            email: email.includes(kind),
            product: product.includes(kind),
            push: push.includes(kind),
            sms: isTexted(reader, kind) ? sms.includes(kind) : null,
          }));
        await setOwnPreferences(ctx, { preferences });
        return redirect(`${noticesHome[reader]}/preferences?saved`);
      },
    ),
    quiet: intent(reader, quietHoursSchema, async (ctx: CtxOf<Side>, hours) => {
      await setOwnPreferences(ctx, { preferences: [], quietHours: hours });
      return redirect(`${noticesHome[reader]}/preferences?saved`);
    }),
    'never-quiet': intent(reader, z.object({}), async (ctx: CtxOf<Side>) => {
      await setOwnPreferences(ctx, { preferences: [], quietHours: null });
      return redirect(`${noticesHome[reader]}/preferences?saved`);
    }),
    'notify-here': intent(reader, browserSchema, async (ctx: CtxOf<Side>, browser) => {
      await addOwnBrowser(ctx, browser);
      return redirect(`${noticesHome[reader]}/preferences`);
    }),
    'notify-no-more': intent(
      reader,
      z.object({ id: z.uuid() }),
      async (ctx: CtxOf<Side>, { id: browserId }) => {
        await removeOwnBrowser(ctx, { browserId });
        return redirect(`${noticesHome[reader]}/preferences`);
      },
    ),
  });
