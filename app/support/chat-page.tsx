import { useText } from '#app/i18n/use-text';
import { Page } from '../components/page';
import { supportHome, type SupportSide } from './paths';
import { WordsForm } from './words-form';

/** Where a chat begins; it goes on at the address of its ticket. */
export function ChatPage({ side, messageKey }: { side: SupportSide; messageKey: string }) {
  const t = useText();
  return (
    <Page
      title={t('support.chat.title')}
      lead={t('support.chat.lead')}
      back={{ to: supportHome[side], label: t('support.ticket.back') }}
    >
      <div className="space-y-4">
        <WordsForm
          intent="start"
          messageKey={messageKey}
          label={t('support.chat.first')}
          send={t('support.chat.start')}
        />
        <p className="text-sm text-ink-soft">{t('support.page.hours')}</p>
      </div>
    </Page>
  );
}
