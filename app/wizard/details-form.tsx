import {
  getFormProps,
  useForm,
  type FieldMetadata,
  type SubmissionResult,
} from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import {
  budgets,
  labelKey,
  maxNotes,
  stepPath,
  timelines,
  type Budget,
  type DraftFields,
  type Timeline,
} from '#contracts/consultation';
import { useText, type Text } from '#app/i18n/use-text';
import { useKeptForm } from '#app/forms/use-kept-form';
import { useResend } from '#app/forms/use-resend';
import { stepAction, stepFormId } from '#app/wizard/step-address';
import { useWizardView } from '#app/wizard/use-wizard';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { ChoiceCards } from '../components/choice-cards';
import { ErrorSummary } from '../components/error-summary';
import { KeptStatus, signInTo } from '../components/kept-status';
import { TextAreaField } from '../components/text-area-field';
import { ElsewhereText } from './elsewhere-text';
import { PatientInfoFields } from './patient-info-fields';
import { StepProblem, type StepFailure } from './step-problem';

type DetailsValues = Pick<DraftFields, 'budget' | 'timeline' | 'notes' | 'patientInfo'>;

const options = (t: Text, list: 'budget' | 'timeline', values: readonly string[]) => [
  ...values.map((value) => ({ value, label: t(labelKey(list, value)) })),
  { value: '', label: t(`consultation.budget.no_${list}`) },
];

/** Step 6: budget, timeline, notes and, if the patient likes, something about themselves. */
export function DetailsForm({ answer }: { answer: unknown }) {
  const t = useText();
  const { choices, draft, changing } = useWizardView();
  const failure = answer as (StepFailure & { reply?: SubmissionResult<string[]> }) | undefined;
  const pending = useNavigation().state !== 'idle';
  const [form, fields] = useForm<DetailsValues>({
    id: stepFormId,
    lastResult: failure?.reply,
    defaultValue: { ...draft.fields, budget: choices.budget, timeline: choices.timeline },
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
      <MoneyAndTime fields={fields} />
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

interface MoneyAndTimeProps {
  fields: {
    budget: FieldMetadata<DetailsValues['budget']>;
    timeline: FieldMetadata<DetailsValues['timeline']>;
  };
}

function MoneyAndTime({ fields }: MoneyAndTimeProps) {
  const t = useText();
  const { choices, send } = useWizardView();
  const choose = (change: { budget?: Budget | null; timeline?: Timeline | null }): void =>
    send({
      type: 'choose-budget',
      budget: choices.budget,
      timeline: choices.timeline,
      ...change,
    });
  return (
    <>
      <ChoiceCards
        id={fields.budget.id}
        name="budget"
        legend={t('consultation.budget.budget')}
        options={options(t, 'budget', budgets)}
        compact
        defaultValue={fields.budget.initialValue ?? ''}
        errors={fields.budget.errors}
        onChange={({ target }) => choose({ budget: (target.value || null) as Budget | null })}
      />
      <ChoiceCards
        id={fields.timeline.id}
        name="timeline"
        legend={t('consultation.budget.timeline')}
        options={options(t, 'timeline', timelines)}
        compact
        defaultValue={fields.timeline.initialValue ?? ''}
        errors={fields.timeline.errors}
        onChange={({ target }) => choose({ timeline: (target.value || null) as Timeline | null })}
      />
    </>
  );
}
