import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { NoticeChannel, Preferences } from '#contracts/notifications';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { Checkbox } from '../components/checkbox';
import { Page } from '../components/page';
import { noticesHome, type NoticesReader } from './homes';
import type { PreferencesPageData } from './pages.server';

interface PreferencesPageProps extends PreferencesPageData {
  reader: NoticesReader;
}

/** What an account is notified of, and how; what must be sent says so in place of its boxes. */
export function PreferencesPage({ reader, preferences, saved }: PreferencesPageProps) {
  const t = useText();
  const pending = useNavigation().formData?.get('intent') === 'save';
  const answer = useActionData<{ reply?: { error?: Record<string, string[]> } }>();
  const failure = Object.values(answer?.reply?.error ?? {})[0]?.[0];
  return (
    <Page
      title={t('notices.preferences.title')}
      lead={t('notices.preferences.lead')}
      back={{ to: noticesHome[reader], label: t('notices.title') }}
    >
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {!failure && saved ? <Banner tone="ok" title={t('notices.preferences.saved')} /> : null}
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
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <Box channel="email" preference={preference} label={t('notices.preferences.email')} />
            <Box
              channel="product"
              preference={preference}
              label={t('notices.preferences.product')}
            />
          </div>
        )}
      </fieldset>
    </Card>
  );
}

interface BoxProps {
  channel: NoticeChannel;
  preference: Preferences[number];
  label: string;
}

const Box = ({ channel, preference, label }: BoxProps) => (
  <Checkbox
    id={`${channel}-${preference.kind}`}
    name={channel}
    value={preference.kind}
    defaultChecked={preference[channel]}
    label={label}
  />
);
