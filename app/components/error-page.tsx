import { isRouteErrorResponse } from '@remix-run/react';
import { Button, ButtonLink } from './button';
import { controlStyle } from './control-style';
import { Field } from './field';
import { Link } from './link';
import { Page } from './page';
import { type Scene, SceneIllustration } from './scene-illustration';
import { SiteSearch, WaysOn } from './ways-on';
import { type ExpiredForm, isExpiredForm } from '#app/http/expired-form';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';

type Kind = 'not_found' | 'forbidden' | 'unavailable' | 'unexpected';

const scenes: Record<Kind, Scene> = {
  not_found: 'not-found',
  forbidden: 'locked',
  unavailable: 'offline',
  unexpected: 'trouble',
};

const kinds: Record<number, Kind> = { 403: 'forbidden', 404: 'not_found', 503: 'unavailable' };

const kindOf = (error: unknown): Kind =>
  (isRouteErrorResponse(error) ? kinds[error.status] : undefined) ?? 'unexpected';

const expiredIn = (error: unknown) =>
  isRouteErrorResponse(error) && isExpiredForm(error.data) ? error.data : null;

/** Key of the words that name what went wrong, for heading and title. */
export const errorTitleKey = (error: unknown): string =>
  expiredIn(error) ? 'common.expired.title' : `common.error.${kindOf(error)}.title`;

/** Says to a member of a clinic's team who could get in. */
function leadKey(error: unknown, kind: Kind): string {
  const { code } = (isRouteErrorResponse(error) ? error.data : null) ?? ({} as { code?: string });
  return code === 'role_forbidden' ? 'error.role_forbidden' : `common.error.${kind}.text`;
}

/** What happened, what is safe, what to do; nothing of the inside. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
  const form = expiredIn(error);
  if (form) return <ExpiredFormPage {...form} />;
  const kind = kindOf(error);
  return (
    <Page title={t(errorTitleKey(error))} lead={t(leadKey(error, kind))}>
      <SceneIllustration scene={scenes[kind]} className="mb-8 size-32" />
      <div className="flex flex-wrap gap-3">
        {kind === 'not_found' || kind === 'forbidden' ? null : (
          <ButtonLink to="." reloadDocument>
            {t('common.error.retry')}
          </ButtonLink>
        )}
        <ButtonLink to="/" variant={kind === 'not_found' ? 'primary' : 'secondary'}>
          {t('common.error.home')}
        </ButtonLink>
      </div>
      {kind === 'not_found' ? (
        <div className="mt-10">
          <SiteSearch />
        </div>
      ) : null}
      <WaysOn />
    </Page>
  );
}

/** What people type in words, with the labels of their own pages; everything else was chosen. */
const typed: Record<string, { label: string; lines?: number }> = {
  notes: { label: 'consultation.budget.notes', lines: 5 },
  'patientInfo.medicalHistory': { label: 'consultation.patient.medical_history', lines: 3 },
  'patientInfo.allergies': { label: 'consultation.patient.allergies', lines: 2 },
  reason: { label: 'leads.cancel.reason', lines: 5 },
  firstName: { label: 'profile.personal.first_name' },
  lastName: { label: 'profile.personal.last_name' },
  email: { label: 'profile.personal.email' },
};

/** A form that came after the session had ended: the way to sign in beside it, and everything it held. */
function ExpiredFormPage({ expired: { action, fields } }: ExpiredForm) {
  const t = useText();
  return (
    <Page title={t('common.expired.title')} lead={t('common.expired.text')}>
      <ol className="list-decimal space-y-2 ps-6">
        <li>
          <Rich
            id="common.expired.sign_in"

            components={{ login: <Link to="/login" target="_blank" className="link" /> }}
          />
        </li>
        <li>{t('common.expired.send')}</li>
      </ol>
      <form method="post" action={action} className="mt-8 space-y-6">
        {fields.map(([name, value], at) => (
          <Kept key={at} id={`kept-${at}`} name={name} value={value} />
        ))}
        <Button size="lg">{t('common.expired.submit')}</Button>
      </form>
    </Page>
  );
}

function Kept({ id, name, value }: { id: string; name: string; value: string }) {
  const t = useText();
  const words = Object.hasOwn(typed, name) ? typed[name] : undefined;
  if (!words) return <input type="hidden" name={name} value={value} />;
  return (
    <Field id={id} label={t(words.label)}>
      {(aria) =>
        words.lines ? (
          <textarea
            {...aria}
            name={name}
            rows={words.lines}
            defaultValue={value}
            className={controlStyle}
          />
        ) : (
          <input {...aria} name={name} defaultValue={value} className={controlStyle} />
        )
      }
    </Field>
  );
}
