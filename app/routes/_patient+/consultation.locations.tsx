import { Form, useActionData, useNavigation } from '@remix-run/react';
import { cities, labelKey, type City } from '#contracts/consultation';
import { ActionBar } from '#app/components/action-bar';
import { Button } from '#app/components/button';
import { ChoiceCards } from '#app/components/choice-cards';
import { errorsOf, StepProblem, type StepFailure } from '#app/wizard/step-problem';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useResend } from '#app/forms/use-resend';
import { stepAction, stepFormId } from '#app/wizard/step-address';
import { locationsAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/client';

export const meta = pageMeta('consultation.locations');
export const action = locationsAction;
export { clientAction } from '#app/wizard/client';

export default function LocationsStep() {
  const t = useText();
  const { choices, draft, changing, send } = useWizardView();
  const failure = useActionData<StepFailure>();
  const pending = useNavigation().state !== 'idle';
  useResend(stepFormId, failure);
  const toggle = (city: City, on: boolean): void =>
    send({
      type: 'choose-locations',
      locations: cities.filter((one) => (one === city ? on : choices.locations.includes(one))),
    });
  return (
    <Form id={stepFormId} method="post" action={stepAction(5, changing)}>
      <StepProblem failure={failure} />
      <input type="hidden" name="version" value={draft.version} />
      <ChoiceCards
        key={draft.version}
        type="checkbox"
        name="locations"
        legend={t('consultation.locations.heading')}
        legendHidden
        options={cities.map((value) => ({ value, label: t(labelKey('city', value)) }))}
        defaultValue={choices.locations}
        errors={errorsOf(failure, 'locations')}
        onChange={({ target }) => toggle(target.value as City, target.checked)}
      />
      <ActionBar>
        <Button name="intent" value="save" pending={pending}>
          {t('consultation.continue')}
        </Button>
      </ActionBar>
    </Form>
  );
}
