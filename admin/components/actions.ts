/** How one action of a resource is asked for. Its words: `console.<resource>.action.<action>`. */
interface ActionRule {
  readonly tone?: 'primary' | 'danger';
  /** Name of the text that the action's body takes; the dialog asks for it. */
  readonly asks?: 'reason' | 'note' | 'text' | 'message';
  /** Asked once more before it is sent; what asks for a text needs no second question. */
  readonly confirm?: boolean;
  /** The action names the version of the record that is on the screen, and is refused when there is another by then. */
  readonly versioned?: true;
}

/** What the screen shows of a record that has a version. */
export const versionOf = (record: object): string | undefined =>
  'version' in record && typeof record.version === 'string' ? record.version : undefined;

/** The actions of a resource that have a button, in the order of the buttons. */
export type ActionTable = Readonly<Record<string, ActionRule>>;

export interface OfferedAction extends ActionRule {
  readonly name: string;
}

/** What the record allows now and the table knows: the table never adds what the API did not allow. */
export function offeredActions(table: ActionTable, allowed: readonly string[]): OfferedAction[] {
  return Object.entries(table)
    .filter(([name]) => allowed.includes(name))
    .map(([name, rule]) => ({ name, ...rule }));
}

/** Whether a person answers something before the action goes out. */
export const needsDialog = ({ asks, confirm }: ActionRule): boolean =>
  asks !== undefined || confirm === true;
