import type { SignInStep } from '#modules/identity';
import { useText } from '#app/i18n/use-text';
import type { AccountRole } from '#app/auth/security-paths';
import { useIntent } from '#app/auth/use-intent';
import { AnewLink, AnewStep } from './anew-step';
import { CodeForm } from './code-form';
import { LockedCode } from './locked-code';
import { ResendForm } from './resend-form';
import { SendCodeForm } from './send-code-form';

interface ProofStepProps {
  account: AccountRole;
  /** Somebody wants to know what beginning anew means. */
  anew: boolean;
  step: Extract<SignInStep, { step: 'proof' }>;
}

/** Between code and profile, for accounts that were silent for long: a second code, by e-mail. */
export function ProofStep({ account, anew, step }: ProofStepProps) {
  const t = useText();
  const { reply, pending } = useIntent('send-proof');
  const words = reply?.error?.[''] ?? [];
  if (anew) return <AnewStep account={account} />;
  const help = (
    <>
      <p className="mt-6 text-sm text-ink-soft">{t('auth.proof.help')}</p>
      <AnewLink />
    </>
  );
  if (step.sent && step.state === 'locked')
    return (
      <>
        <LockedCode intent="restart" resendInSeconds={0} />
        {help}
      </>
    );
  if (step.sent)
    return (
      <>
        <p className="mb-6" aria-live="polite">
          <span key={step.challengeId}>{t('auth.proof.sent')}</span>
        </p>
        <CodeForm key={`code-${step.challengeId}`} intent="proof" />
        <ResendForm
          key={step.challengeId}
          intent="send-proof"
          resendInSeconds={step.resendInSeconds}
        />
        {help}
      </>
    );
  return (
    <SendCodeForm intent="send-proof" label={t('auth.proof.send')} pending={pending} words={words}>
      {help}
    </SendCodeForm>
  );
}
