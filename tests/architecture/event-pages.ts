import type { RecipientType } from '#contracts/notifications';
import type { EventPage, LiveReader } from '../../workflows/reactions/event-page';
import { followedBy } from '../../workflows/console/events';
import { pages } from '../../workflows/reactions/index';

/** What happens around a page: what causes an event of this page, by name, is a link when it is an event too. */
const anchor = (name: string) => name.replaceAll('.', '');

/** A name that an event gives as its own cause is that of a call. */
const events = new Set(
  pages.map(({ event, causedBy }) => (causedBy.includes(event.type) ? '' : event.type)),
);

const cause = (name: string): string =>
  events.has(name) ? `[${name}](#${anchor(name)})` : `\`${name}\``;

const fields = ({ event }: EventPage): string =>
  Object.keys(event.fields.shape)
    .map((name) => `\`${name}\``)
    .join(', ');

const ways = { both: 'a mail and in the product', mail: 'a mail', product: 'in the product' };

const list = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`- ${title}`, ...items.map((item) => `  - ${item}`)];

const names = (items: readonly string[]): string => items.map((item) => `\`${item}\``).join(', ');

const line = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`- ${title}: ${names(items)}`];

const recipients: Record<RecipientType, string> = {
  patient: 'the patient',
  clinic: 'the clinic',
  staff: 'the team',
  visitor: 'the visitor',
};

const readers: Record<LiveReader, string> = {
  ...{ patient: recipients.patient, clinic: recipients.clinic, staff: recipients.staff },
  exchange: 'the clinics that find such requests',
};

function section(page: EventPage): string {
  const caused = followedBy(page);
  return [
    `### ${page.event.type}`,
    '',
    page.when,
    '',
    `- Holds: ${fields(page)}`,
    ...(page.causedBy.length > 0 ? [`- Caused by: ${page.causedBy.map(cause).join(', ')}`] : []),
    ...list(
      'Writes with it:',
      Object.entries(page.rows).map(([table, columns]) => `\`${table}\`: ${columns}`),
    ),
    ...line('Audit', page.audit),
    ...list(
      'Live to open pages:',
      Object.entries(page.live).map(
        ([reader, types]) => `${readers[reader as LiveReader]}: ${names(types)}`,
      ),
    ),
    ...line('Enqueues', page.enqueues),
    ...list(
      'Steps in its transaction, in this order:',
      page.steps.map(({ name }) => `\`${name}\``),
    ),
    ...list(
      'Jobs after the commit:',
      page.jobs.map(({ name }) => `\`${name}\``),
    ),
    ...list(
      'Notifies:',
      Object.entries(page.notify).map(
        ([name, { by, to, topic, text }]) =>
          `\`${name}\` to ${to.kinds.map((kind) => recipients[kind]).join(' or ')}: ${ways[by]}${text ? ', and by text message to whoever chose that' : ''}, switched off under “${topic}”`,
      ),
    ),
    ...(caused.length > 0
      ? [`- Then: ${caused.map(({ event }) => cause(event.type)).join(', ')}`]
      : []),
    '',
  ].join('\n');
}

/** `docs/events.md` as the pages say it: by module, then in the order in which the pages stand. */
export function eventsDocument(): string {
  const modules = [...new Set(pages.map(({ event }) => event.type.split('.')[0]!))];
  return [
    '# Events',
    '',
    'What can happen, what causes it and what follows. Written by `EVENTS=write npx vitest run event-pages` from',
    '`workflows/reactions/`, where each event has one page; a test compares. Beside the pages, tests cause each event and find',
    'nothing more and nothing less than its page says.',
    '',
    'What an event writes is said by table: `new` and `gone` rows, and the columns that change. Which of the audit entries, live',
    'messages and mails come depends on what caused it, and on what its first sentence says. A clock is named by its delay:',
    '`leads.reminder-window`; the log of an instance has it as `leads.reminder-window-elapsed`.',
    '',
    ...modules.flatMap((module) => [
      `## ${module}`,
      '',
      ...pages.filter(({ event }) => event.type.startsWith(`${module}.`)).map(section),
    ]),
  ].join('\n');
}
