import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useDesk, useDeskCommand } from '../components/casework/desk';
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
        <KeysSwitch />
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

/** Keys without Ctrl or Alt can be switched off: who dictates to a computer types them without meaning to. */
function KeysSwitch() {
  const t = useText();
  const { desk } = useDesk();
  const { run, pending } = useDeskCommand();
  if (!desk) return null;
  return (
    <div className="mt-4">
      <FormControlLabel
        label={t('console.keys.on')}
        control={
          <Switch
            checked={desk.keys}
            disabled={pending}
            onChange={(event) => void run('POST', 'keys', { on: event.target.checked })}
          />
        }
      />
      {desk.keys ? null : <p className="text-ink-soft">{t('console.keys.off_text')}</p>}
    </div>
  );
}
