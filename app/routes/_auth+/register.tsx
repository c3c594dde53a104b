import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { revalidateWhenLocked } from '#app/auth/code-step';
import { signInAction, signInLoader } from '#app/auth/sign-in-page.server';
import { SignInPage } from '#app/auth/sign-in-page';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('auth.register');
export const loader = signInLoader;
export const action = signInAction;
export const clientAction = keepOnNetworkError;
export const shouldRevalidate = revalidateWhenLocked;

export default function RegisterPage() {
  return <SignInPage variant="register" {...useLoaderData<typeof loader>()} />;
}
