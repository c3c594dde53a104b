import { useForm } from '@conform-to/react';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  applicationChanged,
  type VerifiedPoint,
  type VerifiedPoints,
} from '#contracts/clinic-onboarding';
import { labelKey, specialties, type Specialty } from '#contracts/consultation';
import { FormWords } from '#app/auth/form-failure';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { profilePath } from '#app/clinic-profile/paths';
import { pointLabels } from '#app/clinic-profile/point-labels';
import { SectionForm, SectionPage } from '#app/clinic-profile/section-form';
import { loadVerified, verifiedAction } from '#app/clinic-profile/pages.server';
import { countryOptions } from '#app/clinic/countries';
import { useSpecialtiesHint } from '#app/clinic/details-fields';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { ChoiceCards } from '#app/components/choice-cards';
import { When } from '#app/components/date-time';
import { Link } from '#app/components/link';
import { SelectField } from '#app/components/select-field';
import { StatusTag } from '#app/components/status-tag';
import { TextField } from '#app/components/text-field';
import { pageLoader } from '#app/http/page.server';
import { type Formats, useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { Rich } from '#app/i18n/rich';
import { type Text, useLocale, useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.verified');

export const loader = pageLoader('approved-owner', loadVerified);
export const clientLoader = keepLast;
export const action = verifiedAction;
export const clientAction = keepOnNetworkError;

export default function ClinicVerifiedPage() {
  const t = useText();
  const [search] = useSearchParams();
  const { shown, changes, refusals, ...form } = useLoaderData<typeof loader>();
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  return (
    <SectionPage section="verified">
      {search.has('asked') && changes.length > 0 ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.profile.verified.sent')} />
      ) : null}
      <ChangesList shown={shown} changes={changes} refusals={refusals} />
      <VerifiedForm {...form} />
    </SectionPage>
  );
}

interface VerifiedFormProps {
  clinicId: string;
  /** As the clinic wants them: what waits for its check in place of what patients see. */
  points: VerifiedPoints;
  version: string;
}

/** What was verified, to be asked for anew. */
function VerifiedForm({ clinicId, points, version }: VerifiedFormProps) {
  const t = useText();
  const locale = useLocale();
  const { reply } = useIntent('verified');
  const [form, fields] = useForm<VerifiedPoints & { version: string }>({
    id: 'verified',
    lastResult: reply,
    defaultValue: { version, ...points },
  });
  const chosen = [fields.specialties.initialValue ?? []].flat().filter((one) => one !== undefined);
  return (
    <SectionForm
      section="verified"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: version }}
      save={t('clinic.profile.verified.ask')}
    >
      <Rule />
      <TextField
        meta={fields.clinicName}
        label={t('clinic.info.clinic_name')}
        autoComplete="organization"
      />
      <TextField
        meta={fields.address}
        label={t('clinic.info.address')}
        autoComplete="street-address"
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField meta={fields.city} label={t('clinic.info.city')} autoComplete="address-level2" />
        <SelectField
          meta={fields.country}
          label={t('clinic.info.country')}
          options={countryOptions({ t, locale }, fields.country.initialValue)}
          autoComplete="country-name"
        />
      </div>
      <TextField meta={fields.doctorName} label={t('clinic.info.doctor_name')} autoComplete="off" />
      <TextField meta={fields.licenseNumber} label={t('clinic.info.license')} autoComplete="off" />
      <ChoiceCards
        type="checkbox"
        id={fields.specialties.id}
        name={fields.specialties.name}
        legend={t('clinic.info.specialties')}
        hint={useSpecialtiesHint()}
        errors={fields.specialties.errors}
        defaultValue={chosen}
        compact
        options={specialties.map((value) => ({ value, label: t(labelKey('specialty', value)) }))}
      />
    </SectionForm>
  );
}

/** What becomes of a change, before anything is typed. */
function Rule() {
  const t = useText();
  return (
    <Banner tone="info" title={t('clinic.profile.verified.rule')}>
      <p>
        <Rich
          id="clinic.profile.verified.rule_text"
          components={{ documents: <Link to={`${profilePath}/documents`} className="link" /> }}
        />
      </p>
    </Banner>
  );
}

type Words = { t: Text } & Pick<Formats, 'list'>;
type Value = string | readonly string[];

interface Point {
  point: VerifiedPoint;
  value: Value;
}

interface ChangesListProps {
  /** What patients see. */
  shown: readonly Point[];
  changes: ReadonlyArray<Point & { askedAt: Date }>;
  refusals: ReadonlyArray<Point & { decidedAt: Date; reason: string }>;
}

/** Changes that wait for their check, and those that were not accepted, each with what patients see meanwhile. */
function ChangesList({ shown, changes, refusals }: ChangesListProps) {
  const t = useText();
  const words = { t, list: useFormats().list };
  const { reply } = useIntent('take-back');
  if (changes.length === 0 && refusals.length === 0) return null;
  const now = (point: VerifiedPoint) =>
    inWords(words, shown.find((one) => one.point === point)?.value ?? '');
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-lg">{t('clinic.profile.verified.changes')}</h2>
      <FormWords words={reply?.error?.[''] ?? []} />
      <ul className="space-y-3">
        {changes.map(({ point, value, askedAt }) => (
          <Card as="li" key={point}>
            <Heading point={point}>
              <StatusTag tone="info">{t('clinic.profile.verified.waiting')}</StatusTag>
            </Heading>
            <Values now={now(point)} wanted={inWords(words, value)} />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-ink-soft">
                <Rich
                  id="clinic.profile.verified.asked_at"
                  components={{ when: <When date={askedAt} format="datetime" /> }}
                />
              </p>
              <TakeBack point={point} />
            </div>
          </Card>
        ))}
        {refusals.map(({ point, value, decidedAt, reason }) => (
          <Card as="li" key={point}>
            <Heading point={point}>
              <StatusTag tone="danger">{t('clinic.profile.verified.refused')}</StatusTag>
            </Heading>
            <Values now={now(point)} wanted={inWords(words, value)} />
            <p className="mt-2 border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
              <span className="font-semibold">{t('clinic.document.note')}</span> {reason}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              <When date={decidedAt} format="datetime" />
            </p>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const inWords = ({ t, list }: Words, value: Value): string =>
  typeof value === 'string'
    ? value
    : list(value.map((one) => t(labelKey('specialty', one as Specialty))));

const Heading = ({ point, children }: { point: VerifiedPoint; children: ReactNode }) => {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="text-base font-semibold">{t(pointLabels[point])}</h3>
      {children}
    </div>
  );
};

function Values({ now, wanted }: { now: string; wanted: string }) {
  const t = useText();
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-ink-soft">{t('clinic.profile.verified.shown')}</dt>
        <dd className="wrap-anywhere">{now}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-soft">{t('clinic.profile.verified.wanted')}</dt>
        <dd className="wrap-anywhere">{wanted}</dd>
      </div>
    </dl>
  );
}

function TakeBack({ point }: { point: VerifiedPoint }) {
  const t = useText();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="point" value={point} />
      <Button name="intent" value="take-back" variant="quiet">
        {t('clinic.profile.verified.take_back')}
        <span className="sr-only"> {t(pointLabels[point])}</span>
      </Button>
    </Form>
  );
}
