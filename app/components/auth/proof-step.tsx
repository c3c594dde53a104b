import { Form } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../banner';
import { Button } from '../button';
import { CodeForm } from './code-form';
import { ResendForm } from './resend-form';

interface ProofStepProps {
  step: { sent: boolean; challengeId: string; resendInSeconds: number };
}

/** Between code and profile, for accounts that were silent for long: a second code, by e-mail. */
export function ProofStep({ step }: ProofStepProps) {
  const t = useText();
  const { reply, pending } = useIntent('send-proof');
  const words = reply?.error?.[''] ?? [];
  const help = <p className="mt-6 text-sm text-ink-soft">{t('auth.proof.help')}</p>;
  if (step.sent)
    return (
      <>
        <p className="mb-6">{t('auth.proof.sent')}</p>
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
    <Form method="post">
      {words.length > 0 ? (
        <Banner tone="danger" className="mb-6">
          {words.join(' ')}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value="send-proof" />
      <Button size="lg" pending={pending}>
        {t('auth.proof.send')}
      </Button>
      {help}
    </Form>
  );
}
