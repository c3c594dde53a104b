import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { ChatPage } from '#app/support/chat-page';
import { chatAction, loadChat } from '#app/support/support-pages.server';

export const meta = pageMeta('support.chat');
export const loader = pageLoader('clinic', loadChat);
export const action = chatAction('clinic');
export const clientAction = keepOnNetworkError;

export default function ClinicChatPage() {
  const { side, key } = useLoaderData<typeof loader>();
  return <ChatPage side={side} messageKey={key} />;
}
