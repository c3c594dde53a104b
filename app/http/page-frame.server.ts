import type { AppLoadContext } from '@remix-run/node';
import type { SiteContent } from '#contracts/content';
import { deliveredContent, siteContent } from '#modules/content';
import type { Locale } from '#platform/base/locale';
import { previewsDraft } from '#app/http/preview.server';
import { contextFor } from './context.server';
import { viewerOf, type Viewer } from './viewer.server';

interface PageFrame {
  viewer: Viewer;
  content: Pick<SiteContent, 'announcements' | 'badges' | 'contact'>;
  /** The demo is running: its people, clinics and figures are invented. */
  demo: boolean;
  /** Of the page; it keeps it as long as it is open. */
  locale: Locale;
  /** Where absolute addresses begin. */
  origin: string;
}

/** What stands around every page. Without a database the frame still stands, so that the error page has one. */
export async function pageFrame(load: AppLoadContext, request: Request): Promise<PageFrame> {
  const viewer = await viewerOf(load, request);
  const locale = load.localeIsSaid ? load.locale : (localeOfArea(viewer, request) ?? load.locale);
  const { announcements, badges, contact } = await frameContent(load, request, locale);
  const content = { announcements, badges, contact };
  const { mode, PUBLIC_URL: origin } = load.services.env;
  return { viewer, locale, content, origin, demo: mode === 'demo' };
}

async function frameContent(
  load: AppLoadContext,
  request: Request,
  locale: Locale,
): Promise<SiteContent> {
  try {
    const asking = { quiet: true, beside: true, found: load.found };
    const ctx = { ...(await contextFor(load, request, 'public', asking)), locale };
    return await siteContent(ctx, { drafts: await previewsDraft(ctx, request) });
  } catch (error) {
    load.log.warn({ err: error }, 'http.site-content-unknown');
    // Another visitor may come when it can be read again.
    delete load.keep;
    return deliveredContent(locale);
  }
}

/** A page whose address says no language is its owner's: a clinic's below `/clinic`, else a patient's. */
function localeOfArea({ locale }: Viewer, request: Request): Locale | null {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/clinic/') ? locale.clinic : (locale.patient ?? locale.clinic);
}
