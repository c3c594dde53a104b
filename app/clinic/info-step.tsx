import { useLocation } from '@remix-run/react';
import type { RegistrationDraft } from '#contracts/clinic-onboarding';
import { useFreshForm } from '#app/forms/use-fresh-form';
import { InfoForm, infoFormId } from './info-form';

/** The clinic's details with what was typed of them before, also after a reload. */
export function InfoStep(props: { fields: RegistrationDraft | null; phone: string }) {
  const { pathname } = useLocation();
  const round = useFreshForm(infoFormId, pathname, props.fields);
  return <InfoForm key={round} {...props} />;
}
