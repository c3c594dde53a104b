import Button from '@mui/material/Button';
import { Keyboard, LogOut } from 'lucide-react';
import { useLogout } from 'react-admin';
import { Link } from 'react-router-dom';
import { useShortcutRegistry } from '../components/use-shortcuts';
import { useText } from '../text';
import { useStaff } from '../providers/use-staff';

/** Whose console this is, who is signed in, and the way out. */
export function Header() {
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
