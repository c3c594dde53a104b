import { type FieldMetadata, getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLocation, useSearchParams } from '@remix-run/react';
import type { PhoneCountry, Profile, ProfileDraft } from '#contracts/identity';
import type { SignInStep } from '#modules/identity';
import { CodeStep, ProofStep, proofWords, StepAnnouncer } from './code-step';
import { FormFailure } from './form-failure';
import { PasskeyDoor, PhoneForm, type ShownWaitingList, WaitingList } from './phone-form';
import { type IntentReply, useIntent } from './use-intent';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { KeptStatus } from '../components/kept-status';
import { Link } from '#app/components/link';
import { Page } from '../components/page';
import { NamedStepper } from '../components/stepper';
import { TermsText } from '../components/terms-text';
import { TextField } from '../components/text-field';
import { useHydrated } from '../components/use-hydrated';
import { useTicked } from '../components/use-ticked';
import { useFreshForm, useKeptForm } from '#app/forms/use-kept-form';
import { endedParam } from '#app/http/ended-param';
import { Rich } from '#app/i18n/rich';
import { type Text, useText } from '#app/i18n/use-text';

interface SignInPageProps {
  variant: 'login' | 'register';
  step: Exclude<SignInStep, { step: 'done' | 'clinics' }>;
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
  waitingList: ShownWaitingList | null;
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
  const { variant, step, phone, country, stamp, countries, waitingList, typed, anew } = props;
  const t = useText();
  const answer = useActionData() as IntentReply | undefined;
  // The pre-session ran out while the profile was typed: the form stays, or its contents would be lost.
  const interrupted = step.step !== 'profile' && answer?.intent === 'profile';
  const shown: SignInPageProps['step'] = interrupted ? { step: 'profile', phone: '' } : step;
  const words = interrupted
    ? { title: t('auth.profile.title') }
    : wordsOf(t, { variant, step: shown, phone, anew });
  const toProve = shown.step === 'proof' && !anew;
  const phoneStep = waitingList ? (
    <WaitingList waitingList={waitingList} stamp={stamp} />
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
        <CodeStep step={shown} withSharedDevice {...{ stamp, waitingList }} />
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

/** For those whose session ended under a page: where they stand, and that nothing is lost. */
function EndedNotice() {
  const t = useText();
  const [search] = useSearchParams();
  if (!search.has(endedParam)) return null;
  return (
    <Banner tone="warn" title={t('common.kept.signed_out')} className="mb-6">
      <p>{t('common.kept.ended')}</p>
    </Banner>
  );
}

/** The profile with what was typed of it before, also after a reload. */
function ProfileStep(props: { typed: ProfileDraft | null; phone: string }) {
  const { pathname } = useLocation();
  const round = useFreshForm('profile', pathname, props.typed);
  return <ProfileForm key={round} {...props} />;
}

/** Step 3: who somebody is. A pre-session that ran out keeps what was typed on the page. */
function ProfileForm({ typed, phone }: { typed: ProfileDraft | null; phone: string }) {
  const t = useText();
  const { answer, reply, code, pending } = useIntent('profile');
  const expired = code === 'unauthenticated';
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const [form, fields] = useForm<Profile & { terms: string }>({
    id: 'profile',
    lastResult: reply,
    defaultValue: typed,
  });
  const [agreed, setAgreed] = useTicked(fields.terms.id);
  const keeping = useKeptForm({
    formId: 'profile',
    owner: phone,
    answer,
    path: pathname,
    intent: 'keep-profile',
    pauseMs: 3_000,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      {expired ? (
        <Banner tone="danger" className="mb-6">
          <Rich
            id="auth.profile.expired"
            components={{
              login: <Link to="/login" target="_blank" rel="noopener" className="link" />,
            }}
          />
        </Banner>
      ) : (
        <ErrorSummary form={form} />
      )}
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="profile" />
      <ProfileFields fields={fields} />
      <div className="mt-6">
        <CheckboxField
          meta={fields.terms}
          onChange={(event) => setAgreed(event.target.checked)}
          label={<TermsText id="auth.phone.terms" />}
        />
      </div>
      <KeptStatus state={keeping} signIn={pathname} />
      <ActionBar>
        <Button
          size="lg"
          pending={pending}
          blocked={hydrated && !agreed && t('auth.terms.blocked')}
        >
          {t('auth.profile.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}

interface ProfileFieldsProps {
  fields: { [K in keyof Profile]: FieldMetadata<Profile[K]> };
}

function ProfileFields({ fields }: ProfileFieldsProps) {
  const t = useText();
  return (
    <div className="space-y-6">
      <TextField
        meta={fields.firstName}
        label={t('auth.profile.first_name')}
        autoComplete="given-name"
        aria-required
      />
      <TextField
        meta={fields.lastName}
        label={t('auth.profile.last_name')}
        autoComplete="family-name"
        aria-required
      />
      <TextField
        meta={fields.email}
        type="email"
        label={t('auth.profile.email')}
        hint={t('auth.profile.email_hint')}
        autoComplete="email"
        aria-required
      />
    </div>
  );
}

/** After the code: the terms or the privacy policy are others than those that this patient agreed to. */
function TermsStep() {
  const t = useText();
  const hydrated = useHydrated();
  const { reply, code, pending } = useIntent('agree');
  const [form, fields] = useForm<{ terms: string }>({ id: 'agree', lastResult: reply });
  const [agreed, setAgreed] = useTicked(fields.terms.id);
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <ErrorSummary form={form} />
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="agree" />
      <CheckboxField
        meta={fields.terms}
        onChange={(event) => setAgreed(event.target.checked)}
        label={<TermsText id="auth.phone.terms" />}
      />
      <ActionBar>
        <Button
          size="lg"
          pending={pending}
          blocked={hydrated && !agreed && t('auth.terms.blocked')}
        >
          {t('auth.phone.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}
