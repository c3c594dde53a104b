import { dashboardPath } from '#app/exchange/dashboard-address';
import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { categories, labelKey, type SubTreatment, subTreatmentsOf } from '#contracts/consultation';
import { currencies, type ReusableFields } from '#contracts/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { controlStyle } from '#app/components/control-style';
import { ErrorSummary } from '#app/components/error-summary';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { SelectField } from '#app/components/select-field';
import { TextAreaField } from '#app/components/text-area-field';
import { TextField } from '#app/components/text-field';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { OfferItems, type OfferLine } from '#app/offering/offer-items';
import { OfferTerms } from '#app/offering/offer-terms';
import { loadTemplates, templatesAction } from '#app/offering/pages.server';

export const meta = pageMeta('clinic.templates');

export const loader = pageLoader('clinic-manager', loadTemplates);
export const action = templatesAction;
export const clientAction = keepOnNetworkError;

/** What a clinic answers again and again, by treatment. */
export default function ClinicTemplatesPage() {
  const { kept, form } = useLoaderData<typeof loader>();
  const t = useText();
  const [search] = useSearchParams();
  return (
    <Page
      title={t('clinic.templates.title')}
      lead={t('clinic.templates.lead')}
      back={{ to: dashboardPath, label: t('clinic.request.back') }}
    >
      {search.has('saved') ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.templates.saved')} />
      ) : null}
      <div className="space-y-6">
        {kept.length === 0 ? <p className="text-ink-soft">{t('clinic.templates.none')}</p> : null}
        <ul className="space-y-3">
          {kept.map((one) => (
            <Card
              key={one.id}
              as="li"
              className="flex flex-wrap items-center justify-between gap-3"
            >
              <div className="min-w-0">
                <Link to={`?open=${one.id}#template`} className="link font-semibold wrap-anywhere">
                  {one.name}
                </Link>
                <p className="text-sm text-ink-soft">
                  {t(labelKey('sub-treatment', one.subTreatment))}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="id" value={one.id} />
                <Button variant="quiet" name="intent" value="remove">
                  {t('clinic.templates.remove')}
                  <span className="sr-only"> {one.name}</span>
                </Button>
              </Form>
            </Card>
          ))}
        </ul>
        <ChooseTreatment chosen={form?.subTreatment} />
        {form ? <TemplateForm key={form.id ?? form.subTreatment} {...form} /> : null}
      </div>
    </Page>
  );
}

interface OpenForm {
  /** Null makes a new one. */
  id: string | null;
  name: string;
  subTreatment: SubTreatment;
  typed: ReusableFields;
  /** The lines of the treatment's template. */
  lines: readonly OfferLine[];
}

/** The lines of a template follow from its treatment, so that comes first. */
function ChooseTreatment({ chosen }: { chosen?: SubTreatment }) {
  const t = useText();
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <label htmlFor="for" className="mb-1 block font-semibold">
          {t('clinic.templates.for')}
        </label>
        <select id="for" name="for" key={chosen} defaultValue={chosen} className={controlStyle}>
          {categories.map((category) => (
            <optgroup key={category} label={t(labelKey('category', category))}>
              {subTreatmentsOf[category].map((value) => (
                <option key={value} value={value}>
                  {t(labelKey('sub-treatment', value))}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <Button variant="secondary">{t('clinic.templates.new')}</Button>
    </Form>
  );
}

function TemplateForm({ id, name, subTreatment, typed, lines }: OpenForm) {
  const t = useText();
  const { reply, pending } = useIntent('save');
  const [form, fields] = useForm<ReusableFields & { name: string }>({
    id: 'template',
    lastResult: reply,
    defaultValue: { ...typed, name },
  });
  const shown = (reply?.initialValue as ReusableFields | null | undefined) ?? typed;
  return (
    <Card as="section">
      <h2 className="text-lg">{t(labelKey('sub-treatment', subTreatment))}</h2>
      <Form method="post" {...getFormProps(form)} className="mt-4 space-y-4">
        <ErrorSummary form={form} />
        {id === null ? null : <input type="hidden" name="id" value={id} />}
        <input type="hidden" name="subTreatment" value={subTreatment} />
        <TextField meta={fields.name} label={t('clinic.templates.name')} required maxLength={60} />
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <TextField
            meta={fields.amount}
            label={t('clinic.offer.amount')}
            inputMode="decimal"
            optional
          />
          <SelectField
            meta={fields.currency}
            label={t('clinic.offer.currency')}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </div>
        <TextField
          meta={fields.listPrice}
          label={t('clinic.offer.list_price')}
          inputMode="decimal"
          optional
        />
        <TextAreaField
          meta={fields.message}
          label={t('clinic.offer.message')}
          maxLength={4_000}
          optional
        />
        <OfferItems form={form} lines={lines} typed={shown.items ?? {}} />
        <OfferTerms form={form} fields={fields} typed={shown} />
        <TextField meta={fields.doctorName} label={t('clinic.offer.doctor')} optional />
        <TextField meta={fields.availability} label={t('clinic.offer.availability')} optional />
        <Button name="intent" value="save" pending={pending}>
          {t('clinic.templates.save')}
        </Button>
      </Form>
    </Card>
  );
}
