import { useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { SiteContent } from '#contracts/content';
import { usePlainPath } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { ConnectionNotice } from '../components/connection-notice';
import { RouteAnnouncer } from '../components/route-announcer';
import { connectionGone, staleNotice } from '../offline/notice-connection';
import { PasskeyOffer } from '../security/passkey-offer';
import { Announcements } from './announcements';
import { FooterLine, SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import type { PageHandle } from './page-handle';
import { useIsPublicPage, useScripts } from './use-scripts';
import type { Viewer } from '../components/use-viewer';
import { ToastProvider } from '../components/toast';

const isClinicSignIn = (pathname: string): boolean => /^\/clinic-(login|register)$/.test(pathname);

interface ChromeProps {
  viewer: Viewer;
  demo: boolean;
  content: Pick<SiteContent, 'announcements' | 'badges' | 'contact'>;
  children: ReactNode;
}

/** What stands around every page: skip link, header, footer, announcements, toasts. */
export function Chrome({ viewer, demo, content, children }: ChromeProps) {
  const t = useText();
  const path = usePlainPath();
  const isPublic = useIsPublicPage();
  const bare = useMatches().some(
    (match) => (match.handle as PageHandle | undefined)?.chrome === 'bare',
  );
  return (
    <ToastProvider>
      <a
        href="#main"
        className="fixed top-2 start-2 z-50 -translate-y-20 rounded-md bg-brand px-4 py-2 font-semibold text-white focus:translate-y-0"
      >
        {t('common.skip')}
      </a>
      <RouteAnnouncer />
      {useScripts() === 'visitor' ? <VisitorNotices /> : <ConnectionNotice />}
      <div className="flex min-h-dvh flex-col">
        <div className="print:hidden">
          <SiteHeader viewer={viewer} />
          {demo && isPublic ? <DemoLine /> : null}
          <Announcements items={content.announcements} />
        </div>
        <div className="grow">{children}</div>
        <PasskeyOffer viewer={viewer} />
        {bare || isClinicSignIn(path) ? null : (
          <div className="print:hidden">
            {isPublic ? <SiteFooter content={content} /> : <FooterLine />}
          </div>
        )}
      </div>
    </ToastProvider>
  );
}

/** Everything that is shown as a fact in the demo is invented: said once, on the pages that everybody may read. */
function DemoLine() {
  const t = useText();
  return (
    <aside className="border-b border-line bg-accent-soft">
      <p className="shell py-1 text-sm">{t('common.demo')}</p>
    </aside>
  );
}

/**
 * Where the visitors' script says that the connection is gone, and the server that the page is a stale copy
 * (`http/edge/kept-page.ts`). Nothing hydrates these pages, so text that the server writes in stays.
 */
function VisitorNotices() {
  const t = useText();
  const look = 'bg-warn-soft text-center not-empty:p-3';
  return (
    <>
      <div
        id={connectionGone}
        role="alert"
        data-words={t('common.connection.gone')}
        className={`sticky top-0 z-40 ${look}`}
      />
      <div id={staleNotice} role="status" className={look} />
    </>
  );
}
