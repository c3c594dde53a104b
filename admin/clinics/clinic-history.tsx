import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { ActorName } from '../components/actor-name';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { useText, type Text } from '../text';

/** What happened to the application, newest first. */
export function ClinicHistory({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows = [...record.history].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Panel title={t('console.clinics.history')}>
      <ol className="grid gap-2">
        {rows.map(({ id, kind, at, actor, facts }) => (
          <li key={id} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span>
              {t(`console.clinics.happened.${kind}`)}
              {namesOf(t, facts)}
              <span className="text-ink-soft">
                {' · '}
                <ActorName actor={actor} />
              </span>
              {facts.reason || facts.note ? (
                <q className="block whitespace-pre-line break-words">
                  {facts.reason ?? facts.note}
                </q>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The kinds of document or the details that it was about, in brackets. */
function namesOf(t: Text, { kind, kinds, fields }: Readonly<Record<string, string>>): string {
  const names = [
    ...wordsOf(kind ?? kinds).map((name) => t(`console.documents.kind.${name}`)),
    ...wordsOf(fields).map((name) => t(`console.clinics.field.${name}`)),
  ];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

const wordsOf = (words = ''): string[] => words.split(' ').filter(Boolean);
