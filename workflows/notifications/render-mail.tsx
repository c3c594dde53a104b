import { render, toPlainText } from '@react-email/components';
import type { RecipientType } from '#contracts/notifications';
import { Mail } from './mail';
import type { Locale } from '#platform/base/locale';
import { spokenIn } from '#languages/words.server.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailToRender {
  /** Of its reader. */
  readonly locale: Locale;
  readonly kind: string;
  /** What it is about: a word of `mail.about.*`. */
  readonly about: string;
  readonly recipientType: RecipientType;
  /** How the reader is addressed; null without a name. */
  readonly name: string | null;
  /** Nothing is said but that there is news, and how to read of it. */
  readonly withheld?: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** What somebody wrote, as it is, after the words of ours. */
  readonly said?: string;
  /** Whole address of the page that the button leads to. */
  readonly url: string;
  /** Whole address of the help page. */
  readonly help: string;
  /** Whole address where its reader ends mails like it; only of those that can be switched off. */
  readonly unsubscribe?: string;
}

/** Names and other values that people typed could bring line breaks into a subject or a sentence. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** The words of a kind as a mail in two forms that say the same. */
export async function renderMail(mail: MailToRender): Promise<RenderedMail> {
  const { kind, url, help, recipientType, locale } = mail;
  const text = spokenIn(locale);
  const values = Object.fromEntries(
    Object.entries(mail.values).map(([key, value]) => [key, oneLine(value)]),
  );
  const brand = text('common.brand');
  if (mail.withheld) return newsOnly(mail);
  const paragraphs = text(`mail.${kind}.text`, values).split('\n\n');
  const preview = { about: text(`mail.about.${mail.about}`, values), news: paragraphs[0]! };
  const html = await render(
    <Mail
      locale={locale}
      brand={brand}
      hello={helloTo(mail)}
      title={text(`mail.${kind}.title`, values)}
      preview={text('mail.layout.preview', preview)}
      paragraphs={[...paragraphs, ...linesOf(mail.said)]}
      action={{ label: text(`mail.${kind}.action`), url }}
      address={text('mail.layout.address', { url })}
      footer={text(`mail.layout.footer.${recipientType}`, { brand, help })}
      unsubscribe={unsubscribeOf(mail)}
    />,
  );
  return { subject: text(`mail.${kind}.subject`, values), html, text: plainTwin(html) };
}

/** Each line a paragraph: lists of mails and programs without HTML keep them apart. */
const linesOf = (said = ''): string[] => said.split('\n').map(oneLine).filter(Boolean);

const unsubscribeOf = ({ unsubscribe: url, locale }: MailToRender) =>
  url === undefined ? undefined : { label: spokenIn(locale)('mail.layout.unsubscribe'), url };

function helloTo({ name, locale }: Pick<MailToRender, 'name' | 'locale'>): string {
  const text = spokenIn(locale);
  return name === null
    ? text('mail.layout.hello_nobody')
    : text('mail.layout.hello', { name: oneLine(name) });
}

/** For an address without a proof: neither a name nor what the news is. Of an approval the subject is promised. */
async function newsOnly(mail: MailToRender): Promise<RenderedMail> {
  const { kind, url, recipientType, locale } = mail;
  const text = spokenIn(locale);
  const brand = text('common.brand');
  const approved = kind === 'clinic-onboarding.approved';
  const paragraphs = text(`mail.unproved.${recipientType}.text`, { brand }).split('\n\n');
  const preview = { about: text('mail.about.account'), news: paragraphs[0]! };
  const html = await render(
    <Mail
      locale={locale}
      brand={brand}
      hello={helloTo({ name: null, locale })}
      title={text('mail.unproved.title')}
      preview={text('mail.layout.preview', preview)}
      paragraphs={paragraphs}
      action={{ label: text('mail.unproved.action'), url }}
      address={text('mail.layout.address', { url })}
      footer={text('mail.unproved.footer', { brand })}
      unsubscribe={unsubscribeOf(mail)}
    />,
  );
  const subject = text(approved ? `mail.${kind}.subject` : 'mail.unproved.subject');
  return { subject, html, text: plainTwin(html) };
}

/** The same words without the look: headings as they are, and after its label where the button leads. */
const plainTwin = (html: string): string =>
  toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { linkBrackets: false } },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'title', format: 'skip' },
    ],
  }).trim();
