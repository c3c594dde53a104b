import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLogin } from 'react-admin';
import { messageOf } from '../providers/answers';
import { useText } from '../text';

/** Sign-in of staff: e-mail, password and the code of their authenticator, all at once. */
export function LoginPage() {
  const t = useText();
  const login = useLogin();
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    document.title = t('console.page_title', { page: t('console.login.title') });
  }, [t]);
  const enter = async (by: object | 'passkey') => {
    setPending(true);
    setError(null);
    try {
      await login(by);
    } catch (refused) {
      setError(messageOf(refused, t('console.error.unreadable')));
    } finally {
      setPending(false);
    }
  };
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col justify-center px-4 py-10">
      <p className="mb-6 text-base font-bold text-brand">{t('common.brand')}</p>
      <h1 className="text-2xl">{t('console.login.title')}</h1>
      <p className="mt-1 mb-6 text-ink-soft">{t('console.login.lead')}</p>
      {error ? <Refused message={error} /> : null}
      <SignInForm pending={pending} enter={(by) => void enter(by)} />
    </main>
  );
}

interface SignInFormProps {
  readonly pending: boolean;
  readonly enter: (by: object | 'passkey') => void;
}

/** Three fields at once, or a passkey where the browser knows them. */
function SignInForm({ pending, enter }: SignInFormProps) {
  const t = useText();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    enter(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <TextField
        name="email"
        type="email"
        label={t('console.login.email')}
        autoComplete="username"
        fullWidth
        required
      />
      <TextField
        name="password"
        type="password"
        label={t('console.login.password')}
        autoComplete="current-password"
        fullWidth
        required
      />
      <TextField
        name="code"
        label={t('console.login.code')}
        helperText={t('console.login.code_hint')}
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
        fullWidth
        required
      />
      <Button type="submit" variant="contained" size="large" disabled={pending}>
        {t('console.login.submit')}
      </Button>
      {browserSupportsWebAuthn() ? (
        <Button variant="outlined" size="large" disabled={pending} onClick={() => enter('passkey')}>
          {t('console.login.passkey')}
        </Button>
      ) : null}
    </form>
  );
}

/** Takes the focus, so that it is read out and seen. */
function Refused({ message }: { message: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), [message]);
  return (
    <p
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-5 rounded-md bg-danger-soft px-4 py-3 text-danger"
    >
      {message}
    </p>
  );
}
