import { Form, useActionData, useNavigation } from '@remix-run/react';
import { ActionBar } from '#app/components/action-bar';
import { Button } from '#app/components/button';
import { PhotoStep } from '#app/components/wizard/photo-step';
import { StepProblem, type StepFailure } from '#app/components/wizard/step-problem';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { photosAction } from '#app/wizard/photos-action.server';
import { useWizardView } from '#app/wizard/use-wizard';

export const meta = pageMeta('consultation.photos');
export const action = photosAction;
export { clientAction } from '#app/wizard/client';

export default function PhotosStep() {
  const t = useText();
  const { draft } = useWizardView();
  const answer = useActionData<StepFailure & { failures?: string[] }>();
  const pending = useNavigation().formData?.get('intent') === 'continue';
  return (
    <>
      <StepProblem failure={answer} />
      <PhotoStep photos={draft.photos} failures={answer?.failures ?? []} />
      <Form method="post" action="/consultation/photos">
        <ActionBar>
          <Button name="intent" value="continue" pending={pending}>
            {draft.photos.length > 0
              ? t('consultation.continue')
              : t('consultation.photos.without')}
          </Button>
        </ActionBar>
      </Form>
    </>
  );
}
