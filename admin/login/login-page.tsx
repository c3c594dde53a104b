import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useLogin } from 'react-admin';
import { messageOf, type Envelope } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { goToProvider } from '../providers/go-to-provider';
import { useText } from '../text';

/** Sign-in of staff: with the provider where it is switched on, and with e-mail, password and the code of their authenticator. */
export function LoginPage() {
  const t = useText();
  const login = useLogin();
  const data = useConsoleData();
  const host = useOfferedProvider();
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    document.title = t('console.page_title', { page: t('console.login.title') });
  }, [t]);
  const attempt = async (act: () => Promise<unknown>) => {
    setPending(true);
    setError(null);
    try {
      await act();
    } catch (refused) {
      setError(messageOf(refused, t('console.error.unreadable')));
    } finally {
      setPending(false);
    }
  };
  const form = (
    <SignInForm pending={pending} enter={(by) => void attempt(() => login(by) as Promise<void>)} />
  );
  const leave = async () => goToProvider(await data.command('POST', 'login/provider'));
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col justify-center px-4 py-10">
      <p className="mb-6 text-base font-bold text-brand">{t('common.brand')}</p>
      <h1 className="text-2xl">{t('console.login.title')}</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {t(host ? 'console.login.lead_provider' : 'console.login.lead')}
      </p>
      {error ? <Refused message={error} /> : null}
      {host ? (
        <ProviderFirst
          host={host}
          pending={pending}
          otherWays={error !== null}
          leave={() => void attempt(leave)}
        >
          {form}
        </ProviderFirst>
      ) : host === null ? (
        form
      ) : (
        <span
          role="status"
          aria-label={t('console.loading')}
          className="skeleton block h-64 rounded-md"
        />
      )}
    </main>
  );
}

/** Host of the provider that is switched on; null without one, or when there is no answer, and undefined until that is known. */
function useOfferedProvider(): string | null | undefined {
  const data = useConsoleData();
  const [host, setHost] = useState<string | null>();
  useEffect(() => {
    data.read<Envelope>('login/provider').then(
      (answer) => setHost(answer.data!.host as string | null),
      () => setHost(null),
    );
    // The provider of data stays the same while the console runs.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return host;
}

interface ProviderFirstProps {
  readonly host: string;
  readonly pending: boolean;
  /** Whether the other ways are shown from now on: something has just failed. */
  readonly otherWays: boolean;
  readonly leave: () => void;
  readonly children: ReactNode;
}

/** The provider, with every other way folded away below it. */
function ProviderFirst({ host, pending, otherWays, leave, children }: ProviderFirstProps) {
  const t = useText();
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => {
    if (otherWays) setUnfolded(true);
  }, [otherWays]);
  return (
    <>
      <Button variant="contained" size="large" disabled={pending} onClick={leave}>
        {t('console.login.provider', { host })}
      </Button>
      <details
        className="mt-6"
        open={unfolded}
        onToggle={(event) => setUnfolded(event.currentTarget.open)}
      >
        <summary className="cursor-pointer font-semibold">{t('console.login.other_ways')}</summary>
        <div className="mt-5">{children}</div>
      </details>
    </>
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
