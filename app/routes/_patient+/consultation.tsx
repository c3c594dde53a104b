import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { pageLoader } from '#app/http/page.server';
import { Confirmation } from '#app/wizard/confirmation';
import { PhotosWaiting } from '#app/wizard/photos-waiting';
import { WizardFrame } from '#app/wizard/wizard-frame';
import { openWizard, type WizardData } from '#app/wizard/open-wizard.server';
import { StepsAhead } from '#app/wizard/steps-ahead';
import { useWizard } from '#app/wizard/use-wizard';

export const loader = pageLoader('patient', (ctx, { url }) => openWizard(ctx, url));
export { clientLoader } from '#app/wizard/client';

/** Every step tells the server where the patient is, so that another device finds the same step. */
export const shouldRevalidate = ({
  actionStatus,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409 || currentUrl.href !== nextUrl.href;

export default function Consultation() {
  const data = useLoaderData<WizardData>() as WizardData;
  return data.kind === 'submitted' ? <Confirmation /> : <Steps {...data} />;
}

function Steps({ draft, step, contactIn }: Extract<WizardData, { kind: 'step' }>) {
  const wizard = useWizard({ draft, step, contactIn });
  return (
    <WizardFrame step={step} changing={wizard.changing}>
      {/* The photos' own step has a list of them, and the last one says it beside its button. */}
      {step === 4 || step === 7 ? null : <PhotosWaiting uploads={wizard.photoUploads.uploads} />}
      <Outlet context={wizard} />
      <StepsAhead step={step} />
    </WizardFrame>
  );
}
