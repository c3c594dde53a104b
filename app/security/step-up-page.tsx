import { useNavigate } from '@remix-run/react';
import { CodeForm } from '../auth/code-form';
import { canUsePasskeys, confirmWithPasskey } from '#app/auth/passkey-browser';
import { PasskeyButton } from '../auth/passkey-button';
import { ResendForm, SendCodeForm } from '../auth/resend-form';
import { type AccountRole, homeOfAccount } from '#app/auth/security-paths';
import { useIntent } from '#app/auth/use-intent';
import { Page } from '../components/page';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

interface StepUpPageProps {
  role: AccountRole;
  /** Where it goes on. */
  to: string;
  sent: boolean;
  resendInSeconds: number;
  challengeId: string;
  /** As people read it. */
  phone: string;
  /** How many the account has. */
  passkeys: number;
}

/** One question before something that matters: is it still you? A code, or a passkey where there is one. */
export function StepUpPage({ role, to, passkeys, phone, ...step }: StepUpPageProps) {
  const t = useText();
  return (
    <Page
      title={t('security.confirm.title')}
      lead={t(step.sent ? 'security.confirm.sent' : 'security.confirm.lead', { phone })}
      back={{ to: homeOfAccount[role].security }}
    >
      {passkeys > 0 ? <PasskeyProof role={role} to={to} /> : null}
      {step.sent ? (
        <>
          <CodeForm key={`code-${step.challengeId}`} intent="verify" />
          <ResendForm
            key={step.challengeId}
            intent="resend"
            resendInSeconds={step.resendInSeconds}
          />
        </>
      ) : (
        <SendForm />
      )}
    </Page>
  );
}

function SendForm() {
  const t = useText();
  const asked = useIntent('send');
  const tried = useIntent('verify');
  // A code that was tried too often, or too late, is gone: why is said here.
  const { reply, code } = asked.answer ? asked : tried;
  const said = Object.values(reply?.error ?? {}).flatMap((words) => words ?? []);
  const words = code === 'network' ? [t('error.network')] : said;
  return (
    <SendCodeForm
      intent="send"
      label={t('security.confirm.send')}
      pending={asked.pending}
      words={words}
    />
  );
}

/** A passkey in place of the code, where the account has one. */
function PasskeyProof({ role, to }: { role: AccountRole; to: string }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  if (!hydrated || !canUsePasskeys()) return null;
  return (
    <div className="mb-8 border-b border-line pb-6">
      <PasskeyButton
        label="security.confirm.passkey"
        refused="security.passkeys.confirm_refused"
        show={() => confirmWithPasskey(role)}
        onDone={() => navigate(to, { replace: true })}
      />
    </div>
  );
}
