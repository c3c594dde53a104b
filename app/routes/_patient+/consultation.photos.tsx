import { Form, useActionData, useNavigation } from '@remix-run/react';
import { ActionBar } from '#app/components/action-bar';
import { Button } from '#app/components/button';
import { PhotoStep } from '#app/wizard/photo-step';
import { StepProblem, type StepFailure } from '#app/wizard/step-problem';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useResend } from '#app/forms/use-resend';
import { stepAction } from '#app/wizard/step-address';
import { photosAction } from '#app/wizard/step-actions.server';
import type { DraftFields, Treated } from '#contracts/consultation';
import { useWizardView } from '#app/wizard/client';

export const meta = pageMeta('consultation.photos');
export const action = photosAction;
export { clientAction } from '#app/wizard/client';

const formId = 'photos';

const treatedIn = ({ category, ...chosen }: DraftFields): Treated | null =>
  category && { ...chosen, category };

export default function PhotosStep() {
  const t = useText();
  const { draft, changing, photoUploads } = useWizardView();
  const answer = useActionData<StepFailure & { failures?: string[] }>();
  const pending = useNavigation().formData?.get('intent') === 'continue';
  const action = stepAction(4, changing);
  useResend(formId, answer);
  return (
    <>
      <StepProblem failure={answer} />
      <PhotoStep
        action={action}
        photos={draft.photos}
        treated={treatedIn(draft.fields)}
        onTheirWay={photoUploads}
        failures={answer?.failures ?? []}
      />
      <Form id={formId} method="post" action={action}>
        <ActionBar>
          <Button name="intent" value="continue" pending={pending}>
            {draft.photos.length + photoUploads.uploads.length > 0
              ? t('consultation.continue')
              : t('consultation.photos.without')}
          </Button>
        </ActionBar>
      </Form>
    </>
  );
}
