import { parseArgs } from 'node:util';
import { staffEmail, staffName, staffRoles, type StaffRole } from '#contracts/identity';
import {
  addStaff,
  disableStaff,
  enableStaff,
  inviteStaffAgain,
  listStaff,
  resetStaffFactors,
  staffIdOf,
} from '#modules/identity';
import type { CtxOf } from '#platform/context';

type Verb = (ctx: CtxOf<'system'>, words: string[]) => Promise<string[] | null>;

interface Options {
  readonly email?: string;
  readonly role?: string;
  readonly name?: string;
}

/** Null for what is no option of ours. */
function optionsOf(args: string[]): Options | null {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args, options: { email: text, role: text, name: text } }).values;
  } catch {
    return null;
  }
}

const linkLines = (link: string): string[] => [
  `  ${link}`,
  'Good once, for three days. Give it to nobody else: whoever opens it sets the password.',
];

/** A verb about the account that `--email` names. */
const about =
  (act: (ctx: CtxOf<'system'>, staffId: string, email: string) => Promise<string[]>): Verb =>
  async (ctx, words) => {
    const email = optionsOf(words)?.email;
    return email ? act(ctx, await staffIdOf(ctx, email), email) : null;
  };

const add: Verb = async (ctx, words) => {
  const options = optionsOf(words);
  const email = staffEmail.safeParse(options?.email);
  const name = staffName.safeParse(options?.name ?? options?.email?.split('@')[0]);
  const role = staffRoles.find((known) => known === options?.role) as StaffRole | undefined;
  if (!email.success || !name.success || !role) return null;
  const { link } = await addStaff(ctx, { email: email.data, name: name.data, role });
  return [`Added ${email.data} as ${role}. To set password and second factor:`, ...linkLines(link)];
};

const list: Verb = async (ctx) => {
  const { rows } = await listStaff(ctx, {
    filter: {},
    sort: { field: 'email', order: 'ASC' },
    offset: 0,
    limit: 1_000,
    bulk: false,
  });
  if (rows.length === 0) return ['There are no accounts yet.'];
  return rows.map(({ email, role, state, name, lastSignInAt }) =>
    [email, role, state, lastSignInAt ?? 'never signed in', name].join('  '),
  );
};

/** Verbs that manage accounts: `npm run staff -- add …`. */
export const accountVerbs: Record<string, Verb> = {
  add,
  list,
  disable: about(async (ctx, staffId, email) => {
    await disableStaff(ctx, { staffId });
    return [`Disabled ${email}; its sessions have ended.`];
  }),
  enable: about(async (ctx, staffId, email) => {
    await enableStaff(ctx, { staffId });
    return [`${email} can sign in again.`];
  }),
  'invite-again': about(async (ctx, staffId, email) => {
    const { link } = await inviteStaffAgain(ctx, { staffId });
    return [`A new link for ${email}; the old one has ended:`, ...linkLines(link)];
  }),
  reset: about(async (ctx, staffId, email) => {
    const { link } = await resetStaffFactors(ctx, { staffId });
    return [
      `${email} has no password and no second factor any more. To set new ones:`,
      ...linkLines(link),
    ];
  }),
};

export const accountUsage = [
  'npm run staff -- add --email <e-mail> --role reviewer|admin [--name <name>]',
  '                                           makes an account, prints its one-time link',
  'npm run staff -- list                      accounts, their roles and states',
  'npm run staff -- disable --email <e-mail>  shuts an account out at once; enable lets it in again',
  'npm run staff -- invite-again --email <e-mail>',
  '                                           a new link for somebody who has not used theirs',
  'npm run staff -- reset --email <e-mail>    takes password and second factor away, prints a link',
];

export const accountRefusals: Record<string, string> = {
  not_found: 'There is no account with this e-mail.',
  event_refused: 'That is not possible in the state that `list` shows.',
  staff_exists: 'There is an account with this e-mail already.',
};
