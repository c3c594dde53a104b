import Button from '@mui/material/Button';
import { Keyboard, LogOut } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLogout } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { DeskProvider, useDesk } from '../components/casework/desk';
import { ErrorBoundary } from '../components/error-boundary';
import { ShortcutsProvider, useShortcutRegistry } from '../components/shortcuts';
import { ShortcutsHelp } from './shortcuts-help';
import { useStaff } from '../providers/auth-provider';
import { useText } from '../text';
import { Navigation } from './navigation';

/** The frame of every screen, with what the acting person has in the console. */
export const ConsoleLayout = ({ children }: { children?: ReactNode }) => (
  <DeskProvider>
    <Frame>{children}</Frame>
  </DeskProvider>
);

/** Header, navigation by task, and the work. */
function Frame({ children }: { children?: ReactNode }) {
  const t = useText();
  const { desk } = useDesk();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const first = useRef(true);
  // A new page is read from its top; the page that was asked for by address keeps the browser's focus.
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus();
  }, [pathname]);
  return (
    <ShortcutsProvider off={desk?.keys === false}>
      <a
        href="#main"
        className="sr-only z-20 rounded-md bg-surface p-3 text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('console.skip')}
      </a>
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-paper">
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

/** Whose console this is, who is signed in, and the way out. */
function Header() {
  const t = useText();
  const staff = useStaff();
  const logout = useLogout();
  const { setHelpOpen } = useShortcutRegistry();
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 sm:px-5">
      <Link to="/admin" className="flex shrink-0 items-baseline gap-2 rounded-sm">
        <span className="text-base font-bold text-brand">{t('common.brand')}</span>
        <span className="hidden text-ink-soft sm:inline">{t('console.console')}</span>
      </Link>
      <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3">
        <Button
          color="inherit"
          startIcon={<Keyboard size={17} aria-hidden />}
          onClick={() => setHelpOpen(true)}
          sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        >
          {t('console.keys.button')}
        </Button>
        {staff ? (
          <p className="min-w-0 text-right leading-tight">
            <span className="block truncate font-semibold">{staff.name}</span>
            <span className="block text-ink-soft">{t(`console.role.${staff.role}`)}</span>
          </p>
        ) : null}
        <Button
          color="inherit"
          startIcon={<LogOut size={17} aria-hidden />}
          onClick={() => void logout()}
          sx={{ flexShrink: 0 }}
        >
          {t('console.sign_out')}
        </Button>
      </div>
    </header>
  );
}
