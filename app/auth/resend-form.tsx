import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { resendCountdownSeconds } from '#contracts/identity';
import { FormWords, useAuthWords } from './form-failure';
import { useIntent } from './use-intent';
import { useProofOfWork } from './use-proof-of-work';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

interface ResendFormProps {
  intent: 'resend' | 'send-proof' | 'renew' | 'restart';
  /** What the server still asks for. */
  resendInSeconds: number;
  /** The one thing to do here. */
  prominent?: boolean;
}

const labels = {
  resend: 'auth.code.resend',
  'send-proof': 'auth.code.resend',
  renew: 'auth.locked.renew',
  restart: 'auth.locked.restart',
} as const;

/** One second more than the server asks for, so that the button never meets a refusal. */
const visibleWait = (seconds: number): number =>
  seconds > 0 ? Math.min(seconds + 1, resendCountdownSeconds) : 0;

/** Asks for another code, once the countdown is over; without script the words say how long to wait. */
export function ResendForm({ intent, resendInSeconds, prominent }: ResendFormProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { resendFailed } = useAuthWords();
  const { reply, code, answer, pending } = useIntent(intent);
  const work = useProofOfWork(intent);
  const wait = visibleWait(resendInSeconds);
  const left = useCountdown(wait);
  const silent = code === 'network' || code === 'internal_error' || code === 'unavailable';
  const words = silent && !answer?.reason ? [t(resendFailed)] : (reply?.error?.[''] ?? []);
  return (
    <Form method="post" className="mt-6">
      {words.length > 0 ? (
        <Banner tone="danger" className="mb-4">
          {words.join(' ')}
        </Banner>
      ) : null}
      {hydrated || intent === 'restart' ? null : (
        <p className="mb-2 text-sm text-ink-soft">
          {wait > 0 ? t('auth.code.resend_wait', { seconds: wait }) : t('auth.code.resend_now')}
        </p>
      )}
      <input type="hidden" name="intent" value={intent} />
      {work.fields}
      <Button
        {...(prominent ? { size: 'lg' } : { variant: 'quiet' })}
        pending={pending || work.busy}
        blocked={hydrated && left > 0 && t('auth.code.resend_in', { seconds: left })}
      >
        {t(labels[intent])}
      </Button>
      {work.note}
    </Form>
  );
}

/** Whole seconds that are left of `seconds`, from the first render in the browser on. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

interface SendCodeFormProps {
  intent: 'send' | 'send-proof';
  label: string;
  pending: boolean;
  /** Why the last try sent nothing. */
  words: readonly string[];
  /** What stands below the button. */
  children?: ReactNode;
}

/** One button that has a code sent, where no number is asked. */
export const SendCodeForm = ({ intent, label, pending, words, children }: SendCodeFormProps) => (
  <Form method="post">
    <FormWords words={words} />
    <input type="hidden" name="intent" value={intent} />
    <Button size="lg" pending={pending}>
      {label}
    </Button>
    {children}
  </Form>
);
