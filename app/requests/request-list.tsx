import { Plus } from 'lucide-react';
import type { OwnRequests } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { SceneIllustration } from '../components/scene-illustration';
import { TabLinks } from '../components/tabs';
import { BegunCard } from './begun-card';
import { PatientGuide } from './patient-guide';
import { RequestCard } from './request-card';
import { StatusNews } from './status-news';

export interface RequestListProps extends OwnRequests {
  tab: 'active' | 'completed';
  /** Not the first page. */
  continued: boolean;
  /** A first visit is guided. */
  guide: boolean;
}

/** My Treatment Requests: two tabs in the address, one card per request, 20 a page. */
export function RequestList(props: RequestListProps) {
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
      <div className="mt-6 flex flex-wrap gap-3">
        {continued ? (
          <ButtonLink variant="secondary" to={here}>
            {t('leads.list.newest')}
          </ButtonLink>
        ) : null}
        {nextCursor ? (
          <ButtonLink
            variant="secondary"
            to={`/my-offers?${new URLSearchParams({ tab, cursor: nextCursor }).toString()}`}
          >
            {t('leads.list.older')}
          </ButtonLink>
        ) : null}
      </div>
    </Page>
  );
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
