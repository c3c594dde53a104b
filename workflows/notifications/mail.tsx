import {
  Body,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { directionOf, type Locale } from '#platform/base/locale';
import { style } from './mail-style';

export interface MailWords {
  readonly locale: Locale;
  readonly brand: string;
  readonly hello: string;
  readonly title: string;
  /** What lists of mails show beside the subject. */
  readonly preview: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** The address in words, for programs that show no button; the plain text has it anyway. */
  readonly address: string;
  readonly footer: string;
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** Every mail of ours: one message, one button. No pictures: most programs do not load them. */
export function Mail({
  locale,
  brand,
  hello,
  title,
  preview,
  paragraphs,
  action,
  address,
  footer,
  unsubscribe,
}: MailWords) {
  return (
    <Html lang={locale} dir={directionOf(locale)}>
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={style.body}>
        <Container style={style.frame}>
          <Text style={style.brand}>{brand}</Text>
          <Section style={style.card}>
            <Heading as="h1" style={style.title}>
              {title}
            </Heading>
            {[hello, ...paragraphs].map((paragraph) => (
              <Text key={paragraph} style={style.text}>
                {paragraph}
              </Text>
            ))}
            <Link href={action.url} style={style.button}>
              {action.label}
            </Link>
            <Text style={style.small} data-skip-in-text={true}>
              {address}
            </Text>
          </Section>
          <Text style={style.small}>{footer}</Text>
          {unsubscribe ? (
            <Text style={style.small}>
              <Link href={unsubscribe.url} style={style.link}>
                {unsubscribe.label}
              </Link>
            </Text>
          ) : null}
        </Container>
      </Body>
    </Html>
  );
}
