import {
  getFormProps,
  useForm,
  type FieldMetadata,
  type SubmissionResult,
} from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import {
  labelKey,
  maxNotes,
  openFacts,
  openFactsAmong,
  openLists,
  stepPath,
  type DraftFields,
  type OpenFact,
} from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
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

type DetailsValues = Pick<DraftFields, OpenFact | 'notes' | 'patientInfo'>;

/** Step 6: the choices that may be left open, notes and, if the patient likes, something about themselves. */
export function DetailsForm({ answer }: { answer: unknown }) {
  const t = useText();
  const { choices, draft, changing } = useWizardView();
  const failure = answer as (StepFailure & { reply?: SubmissionResult<string[]> }) | undefined;
  const pending = useNavigation().state !== 'idle';
  const [form, fields] = useForm<DetailsValues>({
    id: stepFormId,
    lastResult: failure?.reply,
    defaultValue: { ...draft.fields, ...openFactsAmong(choices) },
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
      {openFacts.map((fact) => (
        <OpenChoice key={fact} fact={fact} meta={fields[fact]} />
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
  fact: OpenFact;
  meta: FieldMetadata<DetailsValues[OpenFact]>;
}

function OpenChoice({ fact, meta }: OpenChoiceProps) {
  const t = useText();
  const { send } = useWizardView();
  const values = openLists[fact].map((value) => ({
    value,
    label: t(labelKey(fact, value)),
  }));
  return (
    <ChoiceCards
      id={meta.id}
      name={fact}
      legend={t(`catalogue.question.${fact}`)}
      options={[...values, { value: '', label: t(`catalogue.no-answer.${fact}`) }]}
      compact
      defaultValue={meta.initialValue ?? ''}
      errors={meta.errors}
      onChange={({ target }) => send({ type: 'choose-budget', [fact]: target.value || null })}
    />
  );
}
