import { BadgeCheck } from 'lucide-react';
import type { SiteContent } from '#contracts/content';
import { Link } from '#app/components/link';
import { Logo } from '../components/logo';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { LanguageSwitch } from './language-switch';
import { ContactDetails } from '../components/contact-details';

const columns = {
  patients: [
    ['how_it_works', '/how-it-works'],
    ['treatments', '/treatments'],
    ['success_stories', '/success-stories'],
    ['faq', '/faq'],
  ],
  clinics: [
    ['clinic_register', '/clinic-register'],
    ['clinic_benefits', '/clinic-benefits'],
    ['pricing', '/pricing'],
    ['resources', '/resources'],
  ],
  company: [
    ['about', '/about'],
    ['careers', '/careers'],
    ['press', '/press'],
    ['blog', '/blog'],
    ['transparency', '/transparency'],
  ],
  support: [
    ['help', '/help'],
    ['contact', '/contact'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['rules', '/rules'],
    ['accessibility', '/accessibility'],
  ],
} as const;

type FooterContent = Pick<SiteContent, 'badges' | 'contact'>;

const line = ['help', 'contact', 'terms', 'privacy', 'accessibility'] as const;

/** One line for pages with a task of their own: help, the legal pages and the language. */
export function FooterLine() {
  const t = useText();
  return (
    // On a phone a message stands over the end of the page: what it covers can be scrolled clear of it.
    <footer className="border-t border-line max-sm:mb-28 sm:bg-surface print:mb-0">
      <div className="shell flex items-center gap-x-5 py-1 text-sm">
        <nav aria-label={t('common.footer.links')} className="me-auto">
          <ul className="flex flex-wrap gap-x-5">
            {line.map((key) => (
              <li key={key}>
                <FooterLink to={`/${key}`}>{t(`common.footer.link.${key}`)}</FooterLink>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageSwitch className="-me-3 px-3! max-sm:hidden" />
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center text-ink-soft hover:text-brand hover:underline"
    >
      {children}
    </Link>
  );
}

/** Of public pages: links, contact details and trust badges. */
export function SiteFooter({ content }: { content: FooterContent }) {
  const t = useText();
  return (
    <footer className="border-t border-line bg-surface">
      <div className="shell grid gap-10 py-12 lg:grid-cols-[1fr_2fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-ink-soft">{t('common.footer.tagline')}</p>
          <Contact contact={content.contact} />
          <div className="mt-3">
            <LanguageSwitch className="-ms-3 px-3!" />
          </div>
        </div>
        <nav
          aria-label={t('common.footer.links')}
          // Two columns on a phone, one where the text is so large that no word fits into half of it.
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-6 gap-y-8 wrap-anywhere sm:grid-cols-4"
        >
          {Object.entries(columns).map(([column, links]) => (
            <div key={column}>
              <h2 className="mb-2 text-sm font-semibold">{t(`common.footer.${column}`)}</h2>
              <ul>
                {links.map(([key, to]) => (
                  <li key={key}>
                    <FooterLink to={to}>{t(`common.footer.link.${key}`)}</FooterLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <Badges badges={content.badges} />
    </footer>
  );
}

function Contact({ contact }: { contact: FooterContent['contact'] }) {
  const t = useText();
  return (
    <div className="mt-5 max-w-xs space-y-1 text-sm text-ink-soft">
      <h2 className="font-semibold text-ink">{t('common.footer.contact_title')}</h2>
      <ContactDetails contact={contact} />
      <p>
        <Rich
          id="common.footer.support_text"
          components={{ contact: <Link to="/contact" className="link" /> }}
        />
      </p>
    </div>
  );
}

function Badges({ badges }: { badges: FooterContent['badges'] }) {
  const t = useText();
  if (badges.length === 0) return null;
  return (
    <div className="border-t border-line">
      <ul
        aria-label={t('common.footer.badges')}
        className="shell flex flex-wrap gap-x-8 gap-y-2 py-4 text-sm text-ink-soft"
      >
        {badges.map((badge) => (
          <li key={badge.label} className="flex items-center gap-2">
            <BadgeCheck aria-hidden="true" className="size-4 text-brand" />
            {badge.label}
          </li>
        ))}
      </ul>
    </div>
  );
}
