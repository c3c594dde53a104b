import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { conversationChanged } from '#contracts/messaging';
import { buttonStyle } from '../components/button-style';
import { EntryFace } from '../components/entry-face';
import { Link } from '#app/components/link';
import { useText } from '#app/i18n/use-text';
import { follow } from '#app/live/follow';
import { messagesHome } from './homes';

/** More than these are shown as '99+'. */
const most = 99;

interface MessagesLinkProps {
  reader: 'patient' | 'clinic';
  /** Messages as the page was made; null for who has no conversations, and nothing is shown. */
  unread: number | null;
}

/** The way to all conversations, with how many messages are new. */
export function MessagesLink({ reader, unread }: MessagesLinkProps) {
  return unread === null ? null : <LiveLink reader={reader} unread={unread} />;
}

function LiveLink({ reader, unread }: { reader: MessagesLinkProps['reader']; unread: number }) {
  const t = useText();
  const count = useUnread(reader, unread);
  const capped = count > most;
  const values = { count: Math.min(count, most) };
  return (
    <Link
      to={messagesHome[reader]}
      aria-label={t(capped ? 'conversations.link_capped' : 'conversations.link', values)}
      className={buttonStyle({ variant: 'quiet', className: 'px-2! sm:px-3!' })}
    >
      <EntryFace
        icon={MessagesSquare}
        word={t('conversations.title')}
        badge={count === 0 ? '' : capped ? t('notices.badge_capped', values) : String(count)}
      />
    </Link>
  );
}

/** The page's count until the stream says that something changed, then the server's. */
function useUnread(reader: MessagesLinkProps['reader'], unread: number): number {
  const [heard, setHeard] = useState<number | null>(null);
  useEffect(() => setHeard(null), [unread]);
  const asked = useRef(0);
  useEffect(() => {
    const ask = async () => {
      const turn = (asked.current += 1);
      const answer = await fetch(`/api/conversations?as=${reader}`).catch(() => null);
      // A later question has a newer answer; what was known stays when there is none.
      if (!answer?.ok || turn !== asked.current) return;
      const { data } = (await answer.json()) as { data: { unread: number } };
      setHeard(data.unread);
    };
    return follow(reader, {
      onMessage: ({ type }) => {
        if (type === conversationChanged) void ask();
      },
      onMissed: () => void ask(),
    });
  }, [reader]);
  return heard ?? unread;
}
