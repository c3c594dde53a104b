import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { revalidateWhenLocked } from '#app/auth/code-step';
import { registrationAction, registrationLoader } from '#app/clinic/registration-page.server';
import { RegistrationPage } from '#app/clinic/registration-page';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.auth.register');
export const loader = registrationLoader;
export const action = registrationAction;
export const clientAction = keepOnNetworkError;
export const shouldRevalidate = revalidateWhenLocked;

export default function ClinicRegisterPage() {
  return <RegistrationPage variant="register" {...useLoaderData<typeof loader>()} />;
}
