import { useActionData } from '@remix-run/react';
import type { PhoneCountry, ProfileDraft } from '#contracts/identity';
import type { SignInStep } from '#modules/identity';
import { Rich } from '#app/i18n/rich';
import { useText, type Text } from '#app/i18n/use-text';
import type { IntentReply } from '#app/auth/use-intent';
import { Link } from '#app/components/link';
import { Page } from '../components/page';
import { proofWords } from './anew-step';
import { PasskeyDoor } from './passkey-door';
import { StepAnnouncer } from '../components/step-announcer';
import { NamedStepper } from '../components/stepper';
import { CodeStep } from './code-step';
import { PhoneForm } from './phone-form';
import { EndedNotice } from './ended-notice';
import { ProfileStep } from './profile-step';
import { ProofStep } from './proof-step';
import { TermsStep } from './terms-step';
import { WaitingList, type ShownWaitingList } from './waiting-list';

interface SignInPageProps {
  variant: 'login' | 'register';
  step: Exclude<SignInStep, { step: 'done' }>;
  /** The number in question as people read it; empty before there is one. */
  phone: string;
  stamp: string;
  /** Whether beginning anew is asked about in place of the second proof. */
  anew: boolean;
  /** Its country, ISO 3166-1 alpha-2; empty before there is one. */
  country: string;
  countries: readonly PhoneCountry[];
  /** What was typed of the profile before. */
  typed: ProfileDraft | null;
  /** The line for a code, where this browser waits in one. */
  lane: ShownWaitingList | null;
}

const numbers = { phone: 1, code: 2, proof: 2, profile: 3 } as const;

function wordsOf(
  t: Text,
  { variant, step, phone, anew }: Pick<SignInPageProps, 'variant' | 'step' | 'phone' | 'anew'>,
) {
  switch (step.step) {
    case 'phone':
      return { title: t(`auth.${variant}.title`), lead: t('auth.phone.lead') };
    case 'code':
      // Of a locked code it would be untrue that it works.
      if (step.state === 'locked') return { title: t('auth.code.title') };
      return { title: t('auth.code.title'), lead: t('auth.code.lead', { phone }) };
    case 'proof':
      return proofWords(t, anew);
    case 'profile':
      return {
        title: t('auth.profile.title'),
        lead: t('auth.profile.lead', { phone }),
      };
    case 'terms':
      return { title: t('auth.terms.title'), lead: t('auth.terms.lead') };
  }
}

/** Three steps on one address; the server says which one is open, so a reload or no script loses nothing. */
export function SignInPage(props: SignInPageProps) {
  const { variant, step, phone, country, stamp, countries, lane, typed, anew } = props;
  const t = useText();
  const answer = useActionData() as IntentReply | undefined;
  // The pre-session ran out while the profile was typed: the form stays, or its contents would be lost.
  const interrupted = step.step !== 'profile' && answer?.intent === 'profile';
  const shown: SignInPageProps['step'] = interrupted ? { step: 'profile', phone: '' } : step;
  const words = interrupted
    ? { title: t('auth.profile.title') }
    : wordsOf(t, { variant, step: shown, phone, anew });
  const toProve = shown.step === 'proof' && !anew;
  const phoneStep = lane ? (
    <WaitingList lane={lane} stamp={stamp} />
  ) : (
    <PhoneForm {...{ stamp, countries, phone, country }} />
  );
  return (
    <Page {...words}>
      <StepAnnouncer step={anew ? 'anew' : shown.step} title={words.title} />
      {shown.step === 'terms' ? null : (
        <div className="mb-8">
          <NamedStepper
            label={t('auth.steps.label')}
            current={numbers[shown.step]}
            steps={[t('auth.steps.phone'), t('auth.steps.code'), t('auth.steps.profile')]}
          />
        </div>
      )}
      {shown.step === 'phone' ? <EndedNotice /> : null}
      {shown.step === 'phone' ? phoneStep : null}
      {shown.step === 'code' ? (
        <CodeStep step={shown} withSharedDevice {...{ stamp, lane }} />
      ) : null}
      {shown.step === 'proof' ? <ProofStep account="patient" {...{ anew, step: shown }} /> : null}
      {shown.step === 'profile' ? <ProfileStep typed={typed} phone={phone} /> : null}
      {shown.step === 'terms' ? <TermsStep /> : null}
      {(shown.step === 'phone' && variant === 'login') || toProve ? (
        <PasskeyDoor account="patient" />
      ) : null}
      {shown.step === 'phone' ? <OtherDoors variant={variant} /> : null}
    </Page>
  );
}

function OtherDoors({ variant }: { variant: 'login' | 'register' }) {
  const link = (to: string) => <Link to={to} className="link" />;
  return (
    <div className="mt-8 space-y-2 border-t border-line pt-6">
      <p>
        {variant === 'login' ? (
          <Rich id="auth.phone.to_register" components={{ register: link('/register') }} />
        ) : (
          <Rich id="auth.phone.to_login" components={{ login: link('/login') }} />
        )}
      </p>
      <p>
        <Rich id="auth.phone.to_clinic" components={{ clinic: link('/clinic-login') }} />
      </p>
    </div>
  );
}
