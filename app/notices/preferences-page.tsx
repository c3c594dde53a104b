import { Form, useActionData } from '@remix-run/react';
import { channels, type NoticeChannel, type Preferences } from '#contracts/notifications';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { Checkbox } from '../components/checkbox';
import { Page } from '../components/page';
import { BrowsersCard } from './browsers-card';
import { noticesHome, type NoticesReader } from './homes';
import type { PreferencesPageData } from './pages.server';
import { QuietCard } from './quiet-card';

interface PreferencesPageProps extends PreferencesPageData {
  reader: NoticesReader;
}

/** What an account is notified of, and how; what must be sent says so in place of its boxes. */
export function PreferencesPage(props: PreferencesPageProps) {
  const { reader, preferences, push, quietHours, saved } = props;
  const t = useText();
  const { pending } = useIntent('save');
  const answer = useActionData() as IntentReply | undefined;
  // What is wrong with quiet hours stands at their fields.
  const errors = answer?.intent === 'quiet' ? {} : answer?.reply?.error;
  const failure = Object.values(errors ?? {})[0]?.[0];
  return (
    <Page
      title={t('notices.preferences.title')}
      lead={t('notices.preferences.lead')}
      back={{ to: noticesHome[reader], label: t('notices.title') }}
    >
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {!failure && saved ? <Banner tone="ok" title={t('notices.preferences.saved')} /> : null}
        <BrowsersCard push={push} />
        {/* Anew once they are other ones: what was wrong before is said no more. */}
        <QuietCard key={Object.values(quietHours ?? {}).join()} quietHours={quietHours} />
        <p className="text-ink-soft">{t(`notices.preferences.sms_text.${reader}`)}</p>
        <Form method="post" className="space-y-4">
          {preferences.map((preference) => (
            <TopicCard key={preference.kind} reader={reader} preference={preference} />
          ))}
          <Button name="intent" value="save" pending={pending}>
            {t('notices.preferences.save')}
          </Button>
        </Form>
      </div>
    </Page>
  );
}

interface TopicCardProps {
  reader: NoticesReader;
  preference: Preferences[number];
}

function TopicCard({ reader, preference }: TopicCardProps) {
  const t = useText();
  const { kind, locked } = preference;
  return (
    <Card>
      <fieldset>
        <legend className="text-lg font-semibold">{t(`notices.topic.${reader}.${kind}`)}</legend>
        <p className="text-ink-soft">{t(`notices.topic.${reader}.${kind}_text`)}</p>
        {locked ? (
          <div className="mt-3">
            <p className="font-semibold">{t('notices.preferences.always')}</p>
            <p className="text-sm text-ink-soft">{t('notices.preferences.locked')}</p>
          </div>
        ) : (
          <div className="mt-3 grid gap-3 sm:grid-cols-3">
            {channels
              .filter((channel) => preference[channel] !== null)
              .map((channel) => (
                <Box key={channel} channel={channel} preference={preference} />
              ))}
          </div>
        )}
      </fieldset>
    </Card>
  );
}

interface BoxProps {
  channel: NoticeChannel;
  preference: Preferences[number];
}

function Box({ channel, preference }: BoxProps) {
  const t = useText();
  const { kind } = preference;
  const label =
    channel === 'sms'
      ? t(`notices.preferences.sms.${kind}`)
      : t(`notices.preferences.by.${channel}`);
  return (
    // What is sent by text message is said with it: a line of its own.
    <div className={channel === 'sms' ? 'sm:col-span-3' : undefined}>
      <Checkbox
        id={`${channel}-${kind}`}
        name={channel}
        value={kind}
        defaultChecked={preference[channel] ?? false}
        label={label}
      />
    </div>
  );
}
