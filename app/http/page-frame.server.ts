import type { AppLoadContext } from '@remix-run/node';
import type { SiteContent } from '#contracts/content';
import { deliveredContent, siteContent } from '#modules/content';
import { previewsDraft } from '#app/http/preview.server';
import { contextFor } from './context.server';
import { viewerOf, type Viewer } from './viewer.server';

interface PageFrame {
  viewer: Viewer;
  content: Pick<SiteContent, 'announcements' | 'badges' | 'contact'>;
  /** Where absolute addresses begin. */
  origin: string;
}

/** What stands around every page. Without a database the frame still stands, so that the error page has one. */
export async function pageFrame(load: AppLoadContext, request: Request): Promise<PageFrame> {
  const [viewer, { announcements, badges, contact }] = await Promise.all([
    viewerOf(load, request),
    contextFor(load, request, 'public', { quiet: true, found: load.found })
      .then(async (ctx) => siteContent(ctx, { drafts: await previewsDraft(ctx, request) }))
      .catch((error: unknown) => {
        load.log.warn({ err: error }, 'http.site-content-unknown');
        // Another visitor may come when it can be read again.
        delete load.keep;
        return deliveredContent();
      }),
  ]);
  return {
    viewer,
    content: { announcements, badges, contact },
    origin: load.services.env.PUBLIC_URL,
  };
}
