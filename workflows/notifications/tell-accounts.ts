import { tellAccount, type AccountFact } from './tell';

interface LinkFact extends AccountFact {
  readonly linkId: string;
}

type NewsOfAddress = 'email-link-asked' | 'email-change-asked' | 'email-changed';

/** When this happened to an address, the mail about it goes to the one that it concerns. */
const whenAddress = (
  news: NewsOfAddress,
  mail: `identity.email-${'link' | 'change-asked' | 'changed'}`,
) =>
  tellAccount<LinkFact>({
    on: `identity.${news}`,
    mail,
    about: ({ linkId }) => ({ linkId }),
  });

/** What patients and clinics are told of their own accounts: of the ways in, and of their address. */
export const accountsAreTold = [
  tellAccount({
    on: 'identity.factor-changed',
    mail: 'identity.factor-changed',
    about: () => ({}),
  }),
  tellAccount({
    on: 'identity.email-proof-owed',
    mail: 'identity.email-proof',
    about: () => ({}),
  }),
  whenAddress('email-link-asked', 'identity.email-link'),
  whenAddress('email-change-asked', 'identity.email-change-asked'),
  whenAddress('email-changed', 'identity.email-changed'),
];
