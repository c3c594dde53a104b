import { useLocation, useMatches } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SiteContent } from '#contracts/content';
import { ToastProvider, useToast } from '../components/toast';
import { toneBoxes, toneIcons, toneTexts } from '../components/tone';
import type { Viewer } from '../components/use-viewer';
import { usePlainPath, useText } from '#app/i18n/use-text';
import { FooterLine, SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { type PageHandle, useIsPublicPage, useScripts } from './use-scripts';
import { connectionGone, staleNotice } from '../offline/notice-connection';
import { wasRenewed } from '../offline/older-build';
import { PasskeyOffer } from '../security/passkey-offer';

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
        className="fixed top-2 start-2 z-50 -translate-y-20 rounded-md bg-brand px-4 py-2 font-semibold text-white focus:translate-y-0 print:hidden"
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

/** Everything that is shown as true in the demo is invented: said once, on the pages that everybody may read. */
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

/** What staff announce to all visitors for a while. It was there before its reader came, so it interrupts no work. */
function Announcements({ items }: { items: SiteContent['announcements'] }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <aside aria-label={t('common.announcements')}>
      {items.map(({ text, level }) => {
        const Icon = toneIcons[level];
        return (
          <div key={text} className={`border-b ${toneBoxes[level]}`}>
            <p className="shell flex gap-3 py-3 wrap-anywhere">
              <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${toneTexts[level]}`} />
              {text}
            </p>
          </div>
        );
      })}
    </aside>
  );
}

/**
 * After a navigation in the browser: the page's title is read out and the keyboard starts at its main part, as
 * after a full load. Changes of the query or hash alone (tabs, filters) leave the focus where it is.
 */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    setTitle(document.title);
    const main = document.getElementById('main');
    // A page may have put the focus where it belongs (an error summary, the code's first box).
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </div>
  );
}

/** Says when the connection goes and comes back, and that a page was loaded anew for a newer build. */
function ConnectionNotice() {
  const t = useText();
  const toast = useToast();
  useEffect(() => {
    if (wasRenewed()) toast(t('common.connection.renewed'), 'info');
  }, [t, toast]);
  useEffect(() => {
    const gone = () => toast(t('common.connection.gone'), 'warn', 'connection');
    const back = () => toast(t('common.connection.back'), 'ok', 'connection');
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, [t, toast]);
  return null;
}
