import type { EventPage } from '../../workflows/reactions/event-page';
import { pages } from '../../workflows/reactions/index';

/** What happens around a page: what causes an event of this page, by name, is a link when it is an event too. */
const anchor = (name: string) => name.replaceAll('.', '');

const events = new Set(pages.map(({ event }) => event.type));

const cause = (name: string): string =>
  events.has(name) ? `[${name}](#${anchor(name)})` : `\`${name}\``;

const fields = ({ event }: EventPage): string =>
  Object.keys(event.fields.shape)
    .map((name) => `\`${name}\``)
    .join(', ');

const ways = { both: 'a mail and in the product', mail: 'a mail', product: 'in the product' };

const list = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`- ${title}`, ...items.map((item) => `  - ${item}`)];

function section(page: EventPage): string {
  const caused = pages.filter(({ causedBy }) => causedBy.includes(page.event.type));
  return [
    `### ${page.event.type}`,
    '',
    page.when,
    '',
    `- Holds: ${fields(page)}`,
    ...(page.causedBy.length > 0 ? [`- Caused by: ${page.causedBy.map(cause).join(', ')}`] : []),
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
        ([name, { by, topic }]) => `\`${name}\`: ${ways[by]}, switched off under “${topic}”`,
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
    '`workflows/reactions/`, where each event has one page; a test compares.',
    '',
    ...modules.flatMap((module) => [
      `## ${module}`,
      '',
      ...pages.filter(({ event }) => event.type.startsWith(`${module}.`)).map(section),
    ]),
  ].join('\n');
}
