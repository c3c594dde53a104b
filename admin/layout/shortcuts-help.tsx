import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useText } from '../text';
import { useShortcutRegistry } from '../components/shortcuts';

/** The keys of this page, behind `?` and the button in the header. */
export function ShortcutsHelp() {
  const t = useText();
  const { shortcuts, helpOpen, setHelpOpen } = useShortcutRegistry();
  const close = () => setHelpOpen(false);
  return (
    <Dialog open={helpOpen} onClose={close} aria-labelledby="keys" fullWidth maxWidth="xs">
      <DialogTitle id="keys">{t('console.keys.title')}</DialogTitle>
      <DialogContent>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {[...shortcuts, { key: '?', label: t('console.keys.help') }].map(({ key, label }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="key">{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        {shortcuts.length === 0 ? (
          <p className="mt-4 text-ink-soft">{t('console.keys.none')}</p>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('console.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
