import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { maxCannedName, maxTicketMessage, type CannedRecord } from '#contracts/support';
import { defaultLocale, type Locale, locales, perLocale } from '#platform/base/locale';
import { useSend } from '../components/sending';
import { useCommand } from '../components/use-command';
import { languageName, useText } from '../text';
import { GuardedButton } from '../components/guarded-button';

interface Typed {
  readonly name: string;
  readonly texts: Readonly<Record<Locale, string>>;
}

const nothing: Typed = { name: '', texts: perLocale(() => '') };
const typedOf = ({ name, texts }: CannedRecord): Typed => ({
  name,
  texts: perLocale((locale) => texts[locale] ?? ''),
});
const isNeeded = (locale: string): boolean => locale === defaultLocale;
const bodyOf = ({ name, texts }: Typed) => ({
  name,
  texts: Object.fromEntries(
    Object.entries(texts).filter(([locale, text]) => isNeeded(locale) || text.trim() !== ''),
  ),
});
const isWhole = ({ name, texts }: Typed) =>
  name.trim() !== '' && texts[defaultLocale].trim() !== '';

/** Name and texts, one for each language; the first one is what is fallen back to. */
function Fields({ typed, set }: { typed: Typed; set: (part: Partial<Typed>) => void }) {
  const t = useText();
  return (
    <>
      <TextField
        label={t('console.answers.name')}
        value={typed.name}
        onChange={(event) => set({ name: event.target.value })}
        required
        slotProps={{ htmlInput: { maxLength: maxCannedName } }}
      />
      {locales.map((locale) => (
        <TextField
          key={locale}
          label={t('console.answers.text', { language: languageName(locale) })}
          value={typed.texts[locale]}
          onChange={(event) => set({ texts: { ...typed.texts, [locale]: event.target.value } })}
          multiline
          minRows={4}
          maxRows={12}
          required={isNeeded(locale)}
          slotProps={{ htmlInput: { maxLength: maxTicketMessage, lang: locale } }}
        />
      ))}
    </>
  );
}

/** Changes one that there is. */
export function AnswerForm({ record }: { record: CannedRecord }) {
  const t = useText();
  const { send, pending } = useSend('answers');
  const [typed, setTyped] = useState(() => typedOf(record));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(record.id, 'change', bodyOf(typed));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Fields typed={typed} set={(part) => setTyped((now) => ({ ...now, ...part }))} />
      <div>
        <GuardedButton
          type="submit"
          variant="contained"
          pending={pending !== null}
          blocked={!isWhole(typed) && t('console.blocked.incomplete')}
        >
          {t('console.answers.action.change')}
        </GuardedButton>
      </div>
    </form>
  );
}

/** Writes a new one. */
export function AddAnswer() {
  const t = useText();
  const { run, pending } = useCommand();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run('POST', 'answers', bodyOf(typed)))) return;
    setOpen(false);
    setTyped(nothing);
  };
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Plus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('console.answers.add')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        fullWidth
        maxWidth="sm"
        aria-labelledby="add-answer"
      >
        <form onSubmit={(event) => void submit(event)}>
          <DialogTitle id="add-answer">{t('console.answers.add')}</DialogTitle>
          <DialogContent className="grid gap-4 pt-2!">
            <Fields typed={typed} set={(part) => setTyped((now) => ({ ...now, ...part }))} />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{t('console.cancel')}</Button>
            <GuardedButton
              type="submit"
              variant="contained"
              pending={pending}
              blocked={!isWhole(typed) && t('console.blocked.incomplete')}
            >
              {t('console.answers.add')}
            </GuardedButton>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
