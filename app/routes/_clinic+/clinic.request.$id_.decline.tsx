import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { labelKey } from '#contracts/consultation';
import { refusalReasons, refusalSchema } from '#contracts/leads';
import { declineAsk, readRequest } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { dashboardPath } from '#app/exchange/dashboard-address';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.decline');

/** Only a request that asks this clinic can be refused: the page of any other says what there is to do. */
export const loader = pageLoader('clinic-doctor', async (ctx, { params }) => {
  const { lead } = await readRequest(ctx, { leadId: params.id ?? '' });
  if (!lead.asked) throw redirect(`/clinic/request/${lead._id}`);
  return { leadId: lead._id, subTreatment: lead.subTreatment };
});

export const action = pageAction('clinic-doctor', {
  decline: intent('clinic-doctor', refusalSchema, async (ctx, { reason }, { params }) => {
    await declineAsk(ctx, { leadId: params.id ?? '', reason });
    return redirect(dashboardPath);
  }),
});
export const clientAction = keepOnNetworkError;

/** No to a patient who asked this clinic: one tap with a reason, which the patient reads. */
export default function DeclineAskPage() {
  const { leadId, subTreatment } = useLoaderData<typeof loader>();
  const t = useText();
  const { reply, pending } = useIntent('decline');
  const chosen = useNavigation().formData?.get('reason');
  const failure = Object.values(reply?.error ?? {}).flat()[0];
  const back = `/clinic/request/${leadId}`;
  return (
    <Page
      title={t('clinic.decline.heading', { treatment: t(labelKey('sub-treatment', subTreatment)) })}
      lead={t('clinic.decline.lead')}
      back={{ to: back }}
    >
      <Form method="post" className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        <input type="hidden" name="intent" value="decline" />
        <fieldset>
          <legend className="mb-2 font-semibold">{t('clinic.decline.why')}</legend>
          <div className="flex flex-wrap gap-2">
            {refusalReasons.map((reason) => (
              <Button
                key={reason}
                name="reason"
                value={reason}
                variant="secondary"
                pending={pending && chosen === reason}
              >
                {t(`clinic.decline.reason.${reason}`)}
              </Button>
            ))}
          </div>
        </fieldset>
        <ButtonLink variant="quiet" to={back}>
          {t('clinic.decline.keep')}
        </ButtonLink>
      </Form>
    </Page>
  );
}
