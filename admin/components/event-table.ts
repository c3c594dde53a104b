/** How one event of a resource is asked for. Its words: `console.<resource>.event.<event>`. */
export interface EventRule {
  readonly tone?: 'primary' | 'danger';
  /** Name of the text that the event's body takes; the dialog asks for it. */
  readonly asks?: 'reason' | 'note' | 'text';
  /** Asked once more before it is sent; what asks for a text needs no second question. */
  readonly confirm?: boolean;
  /** The event names the version of the record that is on the screen, and is refused when there is another by then. */
  readonly versioned?: true;
}

/** What the screen shows of a record that has a version. */
export const versionOf = (record: object): string | undefined =>
  'version' in record && typeof record.version === 'string' ? record.version : undefined;

/** The events of a resource that have a button, in the order of the buttons. */
export type EventTable = Readonly<Record<string, EventRule>>;

export interface OfferedEvent extends EventRule {
  readonly event: string;
}

/** What the record allows now and the table knows: the table never adds what the API did not allow. */
export function offeredEvents(table: EventTable, allowed: readonly string[]): OfferedEvent[] {
  return Object.entries(table)
    .filter(([event]) => allowed.includes(event))
    .map(([event, rule]) => ({ event, ...rule }));
}

/** Whether a person answers something before the event goes out. */
export const needsDialog = ({ asks, confirm }: EventRule): boolean =>
  asks !== undefined || confirm === true;
