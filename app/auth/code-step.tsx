import { Form, useSearchParams } from '@remix-run/react';
import type { SignInStep } from '#modules/identity';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { CodeForm } from './code-form';
import { LockedCode } from './locked-code';
import { ResendForm } from './resend-form';
import { WaitingList, type ShownWaitingList } from './waiting-list';

interface CodeStepProps {
  step: Extract<SignInStep, { step: 'code' }>;
  withSharedDevice?: boolean;
  stamp: string;
  /** The line in which somebody waits for another code; in place of the button that asks for one. */
  lane: ShownWaitingList | null;
}

/** Step 2: the code, another code, another number. Of a locked one, what helps. */
export function CodeStep({ step, withSharedDevice, stamp, lane }: CodeStepProps) {
  const t = useText();
  const { challengeId, resendInSeconds } = step;
  const line = (intent: 'resend' | 'renew') =>
    lane ? <WaitingList lane={lane} stamp={stamp} intent={intent} /> : undefined;
  return (
    <>
      {step.state === 'locked' ? (
        <LockedCode intent="renew" resendInSeconds={resendInSeconds} line={line('renew')} />
      ) : (
        <>
          <Resent challengeId={challengeId} />
          <CodeForm
            key={`code-${challengeId}`}
            intent="verify"
            withSharedDevice={withSharedDevice}
          />
          {line('resend') ?? (
            <ResendForm key={challengeId} intent="resend" resendInSeconds={resendInSeconds} />
          )}
        </>
      )}
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="restart" />
        <Button variant="quiet">{t('auth.code.change_phone')}</Button>
      </Form>
    </>
  );
}

/** Says that another code is on its way; read out anew with each of them. */
function Resent({ challengeId }: { challengeId: string }) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <div aria-live="polite">
      {search.get('step') === 'resent' ? (
        <Banner key={challengeId} tone="ok" className="mb-6">
          {t('auth.code.resent')}
        </Banner>
      ) : null}
    </div>
  );
}
