import {
  type FieldMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import {
  ageBands,
  type DraftFields,
  genders,
  labelKey,
  maxAllergies,
  maxMedicalHistory,
  maxNotes,
  type OpenField,
  openFields,
  openFieldsAmong,
  openLists,
  type PatientInfo,
  stepPath,
} from '#contracts/consultation';
import { ActionBar } from '#app/components/action-bar';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { ChoiceCards } from '#app/components/choice-cards';
import { ErrorSummary } from '#app/components/error-summary';
import { KeptStatus, signInTo } from '#app/components/kept-status';
import { SelectField } from '#app/components/select-field';
import { TextAreaField } from '#app/components/text-area-field';
import { useFreshForm, useKeptForm } from '#app/forms/use-kept-form';
import { useResend } from '#app/forms/use-resend';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useWizardView } from '#app/wizard/client';
import { detailsAction } from '#app/wizard/step-actions.server';
import { stepAction, stepFormId } from '#app/wizard/step-address';
import { type StepFailure, StepProblem } from '#app/wizard/step-problem';

export { clientAction } from '#app/wizard/client';

export const meta = pageMeta('consultation.budget');
export const action = detailsAction;

export default function BudgetStep() {
  const { draft } = useWizardView();
  const answer = useActionData<typeof action>();
  const { notes, patientInfo } = draft.fields;
  const stored = { ...openFieldsAmong(draft.fields), notes, patientInfo };
  const round = useFreshForm(stepFormId, stepPath(6), stored);
  return <DetailsForm key={`${draft.id} ${round}`} answer={answer} />;
}

type DetailsValues = Pick<DraftFields, OpenField | 'notes' | 'patientInfo'>;

/** Step 6: the choices that may be left open, notes and, if the patient likes, something about themselves. */
function DetailsForm({ answer }: { answer: unknown }) {
  const t = useText();
  const { choices, draft, changing } = useWizardView();
  const failure = answer as (StepFailure & { reply?: SubmissionResult<string[]> }) | undefined;
  const pending = useNavigation().state !== 'idle';
  const [form, fields] = useForm<DetailsValues>({
    id: stepFormId,
    lastResult: failure?.reply,
    defaultValue: { ...draft.fields, ...openFieldsAmong(choices) },
  });
  const keeping = useKeptForm({
    formId: stepFormId,
    owner: draft.id ?? '',
    answer: failure,
    path: stepPath(6),
    intent: 'keep',
    pauseMs: 800,
  });
  useResend(stepFormId, failure);
  return (
    <Form
      method="post"
      action={stepAction(6, changing)}
      {...getFormProps(form)}
      className="space-y-8"
    >
      {failure?.code && failure.code !== 'validation_failed' ? (
        <StepProblem failure={failure} />
      ) : (
        <ErrorSummary form={form} />
      )}
      {failure?.code === 'version_conflict' ? <ElsewhereText fields={draft.fields} /> : null}
      <input type="hidden" name="version" value={draft.version} />
      <input type="hidden" name="draftId" value={draft.id ?? ''} />
      {openFields.map((field) => (
        <OpenChoice key={field} field={field} meta={fields[field]} />
      ))}
      <TextAreaField
        meta={fields.notes}
        label={t('consultation.budget.notes')}
        hint={t('consultation.budget.notes_hint')}
        optional
        maxLength={maxNotes}
      />
      <PatientInfoFields meta={fields.patientInfo} />
      <KeptStatus state={keeping} signIn={signInTo(stepAction(6, changing))} />
      <ActionBar>
        <Button name="intent" value="save" pending={pending}>
          {t('consultation.continue')}
        </Button>
      </ActionBar>
    </Form>
  );
}

interface OpenChoiceProps {
  field: OpenField;
  meta: FieldMetadata<DetailsValues[OpenField]>;
}

function OpenChoice({ field, meta }: OpenChoiceProps) {
  const t = useText();
  const { send } = useWizardView();
  const values = openLists[field].map((value) => ({
    value,
    label: t(labelKey(field, value)),
  }));
  return (
    <ChoiceCards
      id={meta.id}
      name={field}
      legend={t(`catalogue.question.${field}`)}
      options={[...values, { value: '', label: t(`catalogue.no-answer.${field}`) }]}
      compact
      defaultValue={meta.initialValue ?? ''}
      errors={meta.errors}
      onChange={({ target }) => send({ type: 'choose-budget', [field]: target.value || null })}
    />
  );
}

/** What another tab saved meanwhile, so that nobody has to choose blindly between two texts. */
function ElsewhereText({ fields }: { fields: DraftFields }) {
  const t = useText();
  const texts = [
    { label: t('consultation.budget.notes'), words: fields.notes },
    {
      label: t('consultation.patient.medical_history'),
      words: fields.patientInfo.medicalHistory,
    },
    { label: t('consultation.patient.allergies'), words: fields.patientInfo.allergies },
  ].filter(({ words }) => words !== '');
  return (
    <Card as="section" aria-label={t('consultation.error.elsewhere')}>
      <h2 className="text-lg">{t('consultation.error.elsewhere')}</h2>
      <dl className="mt-2 space-y-2">
        {texts.map(({ label, words }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line">{words}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What a patient may say of themselves; every field can stay empty. Folded until something is said or wrong. */
function PatientInfoFields({ meta }: { meta: FieldMetadata<PatientInfo> }) {
  const t = useText();
  const info = meta.getFieldset();
  const options = (list: 'age-band' | 'gender', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(labelKey(list, value)) }));
  // The fieldset hands out fields by name only.
  const all = [info.ageBand, info.gender, info.medicalHistory, info.allergies];
  const wrong = all.some((field) => field.errors?.length);
  const said = all.some((field) => field.initialValue);
  return (
    <details open={wrong || said || undefined} className="group rounded-lg border border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <span>
          <span className="font-semibold">{t('consultation.patient.title')}</span>{' '}
          <span className="text-ink-soft">{t('common.optional')}</span>
          <span className="block text-sm text-ink-soft">{t('consultation.patient.fold')}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <fieldset className="space-y-5 px-4 pb-5 sm:px-6">
        <legend className="sr-only">{t('consultation.patient.title')}</legend>
        <p className="text-ink-soft">{t('consultation.patient.why')}</p>
        <SelectField
          meta={info.ageBand}
          label={t('consultation.patient.age_band')}
          options={options('age-band', ageBands)}
          placeholder={t('catalogue.not-stated')}
        />
        <SelectField
          meta={info.gender}
          label={t('consultation.patient.gender')}
          options={options('gender', genders)}
          placeholder={t('catalogue.not-stated')}
        />
        <TextAreaField
          meta={info.medicalHistory}
          label={t('consultation.patient.medical_history')}
          hint={t('consultation.patient.medical_history_hint')}
          rows={3}
          maxLength={maxMedicalHistory}
        />
        <TextAreaField
          meta={info.allergies}
          label={t('consultation.patient.allergies')}
          hint={t('consultation.patient.allergies_hint')}
          rows={2}
          maxLength={maxAllergies}
        />
      </fieldset>
    </details>
  );
}
