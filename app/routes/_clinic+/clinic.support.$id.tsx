import { useLoaderData } from '@remix-run/react';
import { ticketChanged } from '#contracts/support';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast, useLive } from '#app/live/use-live';
import { loadTicket, ticketAction } from '#app/support/support-pages.server';
import { TicketPage } from '#app/support/ticket-page';

export const meta = pageMeta('support.ticket');
export const loader = pageLoader('clinic', loadTicket);
export const clientLoader = keepLast;
export const action = ticketAction('clinic');
export const clientAction = keepOnNetworkError;

export default function ClinicTicketPage() {
  const page = useLoaderData<typeof loader>();
  useLive(({ type, ticketId }) => type === ticketChanged && ticketId === page.ticket._id, {
    as: 'clinic',
  });
  return <TicketPage page={page} />;
}
