import { useLoaderData } from '@remix-run/react';
import { profileChangeSchema, showPhone } from '#contracts/identity';
import { currentPatient } from '#modules/identity';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { Page } from '#app/components/page';
import { EmailNotice } from '#app/security/email-notice';
import { PersonalForm } from '#app/profile/personal-form';
import { intent, isDocument, pageAction, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { accountEmail, updateProfile } from '#workflows';
import { redirect } from '#app/http/redirect';

export const meta = pageMeta('profile.personal');

export const loader = pageLoader('patient', async (ctx) => {
  const [user, address] = await Promise.all([currentPatient(ctx), accountEmail(ctx)]);
  return { user, address, phone: showPhone(user.phoneNumber) };
});

export const action = pageAction('patient', {
  save: intent('patient', profileChangeSchema, async (ctx, profile, { request }) => {
    await updateProfile(ctx, { ...profile, phoneNumber: ctx.actor.phone });
    // Without script nobody would go back after a while: the profile itself tells the good news.
    return isDocument(request) ? redirect('/profile?saved') : { saved: true as const };
  }),
});
export const clientAction = keepOnNetworkError;

export default function PersonalPage() {
  const t = useText();
  const { user, phone, address } = useLoaderData<typeof loader>();
  return (
    <Page title={t('profile.personal.title')} back={{ to: '/profile' }}>
      <EmailNotice {...address} />
      <PersonalForm user={user} phone={phone} />
    </Page>
  );
}
