import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ShortcutsHelp } from '../components/shortcuts-help';
import { ShortcutsProvider } from '../components/use-shortcuts';
import { useText } from '../text';
import { ErrorBoundary } from '../components/error-boundary';
import { Header } from './header';
import { Navigation } from './navigation';

/** The frame of every screen: header, navigation by task, and the work. */
export function ConsoleLayout({ children }: { children?: ReactNode }) {
  const t = useText();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const first = useRef(true);
  // A new page is read from its top; the page that was asked for by address keeps the browser's focus.
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus();
  }, [pathname]);
  return (
    <ShortcutsProvider>
      <a
        href="#main"
        className="sr-only z-20 rounded-md bg-surface p-3 text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('console.skip')}
      </a>
      <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
        <Header />
        <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
          <Navigation />
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="mx-auto w-full @container max-w-[84rem] min-w-0 px-4 py-6 sm:px-8"
          >
            <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
          </main>
        </div>
      </div>
      <ShortcutsHelp />
    </ShortcutsProvider>
  );
}
