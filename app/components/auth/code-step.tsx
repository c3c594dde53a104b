import { Form } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { Button } from '../button';
import { CodeForm } from './code-form';
import { ResendForm } from './resend-form';

/** Step 2: the code, another code, another number. */
export function CodeStep({
  step,
  withSharedDevice,
}: {
  step: { challengeId: string; resendInSeconds: number };
  withSharedDevice?: boolean;
}) {
  const t = useText();
  return (
    <>
      <CodeForm
        key={`code-${step.challengeId}`}
        intent="verify"
        withSharedDevice={withSharedDevice}
      />
      <ResendForm key={step.challengeId} intent="resend" resendInSeconds={step.resendInSeconds} />
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="restart" />
        <Button variant="quiet">{t('auth.code.change_phone')}</Button>
      </Form>
    </>
  );
}
