import { getFormProps, type FormMetadata } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useIntent } from '#app/auth/use-intent';
import { useUnsent } from '#app/forms/use-unsent';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { FormFailure } from '../auth/form-failure';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { SignedOut } from '../components/kept-status';
import { Page } from '../components/page';
import { profilePath, type ProfileSection } from './paths';

interface SectionPageProps {
  section: ProfileSection | 'documents' | 'pictures';
  children: ReactNode;
}

/** One part of the profile on a page of its own. */
export function SectionPage({ section, children }: SectionPageProps) {
  const t = useText();
  return (
    <Page
      title={t(`clinic.profile.${section}.title`)}
      lead={t(`clinic.profile.${section}.lead`)}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      {children}
    </Page>
  );
}

interface SectionFormProps<S extends Record<string, unknown>> {
  section: ProfileSection;
  form: FormMetadata<S, string[]>;
  /** Whose form it is. */
  clinicId: string;
  /** Of what the form was opened with, and of what is stored now. */
  versions: { opened: string | undefined; stored: string };
  save: string;
  children: ReactNode;
}

/**
 * The form of a part. It never overwrites what it did not show: when something newer was stored meanwhile it says so,
 * keeps what was typed, and only its next attempt takes the newer one's place.
 */
export function SectionForm<S extends Record<string, unknown>>(props: SectionFormProps<S>) {
  const { section, form, clinicId, versions, save, children } = props;
  const t = useText();
  const { code, pending } = useIntent(section);
  useUnsent(form.id, clinicId, code === 'unauthenticated' || code === 'network');
  const collided = code === 'version_conflict';
  const version = collided ? versions.stored : (versions.opened ?? versions.stored);
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <Outcome section={section} form={form} code={code} />
      <input type="hidden" name="intent" value={section} />
      <input key={version} type="hidden" name="version" defaultValue={version} />
      {children}
      <ActionBar>
        <Button size="lg" pending={pending}>
          {save}
        </Button>
        <ButtonLink size="lg" variant="secondary" to={profilePath}>
          {t('common.cancel')}
        </ButtonLink>
      </ActionBar>
    </Form>
  );
}

interface OutcomeProps<S extends Record<string, unknown>> {
  section: ProfileSection;
  form: FormMetadata<S, string[]>;
  code: string | undefined;
}

/** Why it was not saved. */
function Outcome<S extends Record<string, unknown>>({ section, form, code }: OutcomeProps<S>) {
  const t = useText();
  const path = `${profilePath}/${section}`;
  if (code === 'unauthenticated')
    return (
      <SignedOut signIn={`/clinic-login?${new URLSearchParams({ redirectTo: path }).toString()}`} />
    );
  if (code === 'version_conflict')
    return (
      <Banner tone="danger" title={t('clinic.profile.collided')}>
        <p>
          <Rich
            id="clinic.profile.collided_text"
            components={{ stored: <Link to={path} reloadDocument className="link" /> }}
          />
        </p>
      </Banner>
    );
  return (
    <>
      <ErrorSummary form={form} />
      <FormFailure code={code} />
    </>
  );
}
