import { useLoaderData } from '@remix-run/react';
import { conversationChanged } from '#contracts/messaging';
import { offerChanged } from '#contracts/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { conversationAction, loadConversation } from '#app/conversation/conversation-page.server';
import { ConversationView } from '#app/conversation/conversation-view';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('conversation.page');

export const loader = pageLoader('clinic-doctor', loadConversation);
export const clientLoader = keepLast;
export const action = conversationAction('clinic');
export const clientAction = keepOnNetworkError;

export default function ClinicConversationPage() {
  const conversation = useLoaderData<typeof loader>();
  const shown = new Set([conversationChanged, offerChanged]);
  useLive(({ type, offerId }) => shown.has(type) && offerId === conversation.offerId, {
    as: 'clinic',
  });
  return <ConversationView key={conversation.offerId} conversation={conversation} />;
}
