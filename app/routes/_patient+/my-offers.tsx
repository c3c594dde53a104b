import { Form, useLoaderData } from '@remix-run/react';
import { ChevronDown, Plus } from 'lucide-react';
import { z } from 'zod';
import { countedSteps, labelKey, stepPath } from '#contracts/consultation';
import { dealChanged } from '#contracts/deals';
import { leadChanged } from '#contracts/leads';
import { discardDraft } from '#modules/consultation';
import { type BegunRequest, ownRequests, type OwnRequests } from '#workflows';
import { FormFailure } from '#app/auth/form-failure';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Button, ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { EmptyState } from '#app/components/empty-state';
import { ListFailure } from '#app/components/list-failure';
import { OtherPages } from '#app/components/other-pages';
import { Page } from '#app/components/page';
import { SceneIllustration } from '#app/components/scene-illustration';
import { TabLinks } from '#app/components/tabs';
import { GuideCard } from '#app/demo/guide-card';
import { closeGuide, closingGuide, showsGuide } from '#app/demo/guide.server';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { RequestCard } from '#app/requests/request-card';
import { StatusNews } from '#app/requests/request-status';

export const meta = pageMeta('leads.list');

const search = z.object({
  tab: z.enum(['active', 'completed']).catch('active'),
  cursor: z.string().max(200).optional().catch(undefined),
});

export const loader = pageLoader('patient', async (ctx, page) => {
  const { tab, cursor } = search.parse(Object.fromEntries(page.url.searchParams));
  const continued = cursor !== undefined;
  const guide = tab === 'active' && !continued && showsGuide(ctx, page, 'patient');
  return { tab, continued, guide, ...(await ownRequests(ctx, { tab, cursor })) };
});

export const clientLoader = keepLast;

const startOver = z.object({ draftId: z.uuid() });

export const action = pageAction('patient', {
  'start-over': intent('patient', startOver, async (ctx, draft) => {
    await discardDraft(ctx, draft);
    return redirect(stepPath(1));
  }),
  'close-guide': intent('patient', closingGuide, async (ctx, _none, page) => {
    closeGuide(ctx, page, 'patient');
    return redirect('/my-offers', { headers: page.headers });
  }),
});
export const clientAction = keepOnNetworkError;

/** My Treatment Requests: two tabs in the address, one card per request, 20 a page. */
export default function MyOffersPage() {
  const props = useLoaderData<typeof loader>();
  useLive(({ type }) => type === leadChanged || type === dealChanged);
  const { tab, counts, requests, nextCursor, continued, begun, guide } = props;
  const t = useText();
  const here = tab === 'active' ? '/my-offers' : '/my-offers?tab=completed';
  return (
    <Page
      title={t('leads.list.title')}
      aside={
        <ButtonLink to="/consultation" aria-label={t('leads.list.create')}>
          <Plus aria-hidden="true" className="size-5" />
          <span className="max-sm:hidden">{t('leads.list.create')}</span>
        </ButtonLink>
      }
    >
      {guide ? <PatientGuide counts={counts} requests={requests} /> : null}
      <TabLinks
        label={t('leads.list.tabs')}
        items={[
          {
            to: '/my-offers',
            label: t('leads.list.active'),
            count: counts.active,
            active: tab === 'active',
          },
          {
            to: '/my-offers?tab=completed',
            label: t('leads.list.completed'),
            count: counts.over,
            active: tab === 'completed',
          },
        ]}
      />
      <StatusNews leads={requests} />
      {begun ? <BegunCard begun={begun} /> : null}
      {requests.length === 0 && !continued && !begun ? <NoRequests tab={tab} /> : null}
      <ul className="mt-6 space-y-4">
        {requests.map((request) => (
          <RequestCard key={request._id} request={request} />
        ))}
      </ul>
      <OtherPages
        newest={continued && here}
        older={
          nextCursor && `/my-offers?${new URLSearchParams({ tab, cursor: nextCursor }).toString()}`
        }
        words={[t('leads.list.newest'), t('leads.list.older')]}
        className="mt-6"
      />
    </Page>
  );
}

interface RequestListProps extends OwnRequests {
  tab: 'active' | 'completed';
  /** Not the first page. */
  continued: boolean;
  /** A first visit is guided. */
  guide: boolean;
}

function NoRequests({ tab }: { tab: RequestListProps['tab'] }) {
  const t = useText();
  if (tab === 'completed')
    return (
      <EmptyState
        illustration={<SceneIllustration scene="completed" className="size-24" />}
        title={t('leads.list.empty_completed')}
        text={t('leads.list.empty_completed_text')}
      />
    );
  return (
    <EmptyState
      illustration={<SceneIllustration scene="requests" className="size-24" />}
      title={t('leads.list.empty_active')}
      text={t('leads.list.empty_active_text')}
      action={<ButtonLink to="/consultation">{t('leads.list.empty_active_action')}</ButtonLink>}
    />
  );
}

/** A request that was begun and not sent: on with it, or from the start, which is asked for once more. */
function BegunCard({ begun: { draftId, step, subTreatment } }: { begun: BegunRequest }) {
  const t = useText();
  const { code, pending } = useIntent('start-over');
  return (
    <Card as="section" aria-labelledby="begun" className="mt-6 border-brand">
      <h2 id="begun" className="text-lg">
        {step > countedSteps
          ? t('leads.begun.title_whole')
          : t('leads.begun.title', { step, total: countedSteps })}
      </h2>
      <p className="mt-1 text-ink-soft">
        {subTreatment
          ? t('leads.begun.of', { treatment: t(labelKey('sub-treatment', subTreatment)) })
          : t('leads.begun.text')}
      </p>
      <div className="mt-4">
        <ButtonLink to="/consultation">{t('leads.begun.go_on')}</ButtonLink>
      </div>
      <details className="group mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 no-underline">
          {t('leads.begun.start_over')}
          <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
        </summary>
        <Form method="post" action="/my-offers" className="pt-2">
          <FormFailure code={code} />
          <p className="measure">{t('leads.begun.start_over_text')}</p>
          <input type="hidden" name="draftId" value={draftId} />
          <Button
            variant="danger"
            className="mt-3"
            name="intent"
            value="start-over"
            pending={pending}
          >
            {t('leads.begun.start_over_submit')}
          </Button>
        </Form>
      </details>
    </Card>
  );
}

/** The clinic of the demo that answers in the story. */
export const clinicOfGuide = '+12125550111';

/** In the demo: from a request to an agreed day, ticked by the requests of this page. */
function PatientGuide({ counts, requests }: Pick<OwnRequests, 'counts' | 'requests'>) {
  const t = useText();
  const over = counts.active === 0 && counts.over > 0;
  const offered = requests.find(({ deal, offersCount }) => !deal && offersCount > 0);
  const deals = requests.flatMap(({ deal }) => deal ?? []);
  return (
    <GuideCard
      page="/my-offers"
      steps={[
        {
          words: t('demo.guide.patient.ask'),
          to: '/consultation',
          done: counts.active + counts.over > 0,
        },
        {
          words: t('demo.guide.patient.choose'),
          to: offered ? `/offers/${offered._id}` : null,
          done: over || deals.length > 0,
        },
        {
          words: t('demo.guide.patient.day'),
          to: deals[0] ? `/deal/${deals[0].offerId}` : null,
          done: over || deals.some(({ scheduledFor }) => scheduledFor !== null),
        },
      ]}
      otherSide={{
        id: 'demo.guide.patient.other_side',
        phone: clinicOfGuide,
        signIn: '/clinic-login',
      }}
    />
  );
}

/** In place of the patient's list when it could not be had. */
export function ErrorBoundary() {
  const t = useText();
  return (
    <ListFailure
      title={t('leads.list.title')}
      failed={t('leads.error.fetch')}
      safe={t('leads.error.safe')}
    />
  );
}
