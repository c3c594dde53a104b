import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { ChatPage } from '#app/support/chat-page';
import { chatAction, loadChat } from '#app/support/support-pages.server';

export const meta = pageMeta('support.chat');
export const loader = pageLoader('patient', loadChat);
export const action = chatAction('patient');
export const clientAction = keepOnNetworkError;

export default function ProfileChatPage() {
  const { side, key } = useLoaderData<typeof loader>();
  return <ChatPage side={side} messageKey={key} />;
}
