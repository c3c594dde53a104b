import type { CSSProperties } from 'react';

/** Colours of design/tokens.css; mail programs know no variables. */
export const colour = {
  ink: '#14211c',
  inkSoft: '#43514b',
  line: '#ded9ce',
  paper: '#fbf8f2',
  surface: '#ffffff',
  brand: '#0f5b51',
} as const;

const fontFamily = "'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif";

export const style = {
  body: { margin: 0, padding: 0, backgroundColor: colour.paper, color: colour.ink, fontFamily },
  frame: { maxWidth: '600px', margin: '0 auto', padding: '24px 16px 40px' },
  brand: {
    margin: '0 0 16px',
    fontSize: '22px',
    lineHeight: '30px',
    fontWeight: 700,
    color: colour.brand,
  },
  card: {
    backgroundColor: colour.surface,
    border: `1px solid ${colour.line}`,
    borderRadius: '12px',
    padding: '28px 24px 32px',
  },
  title: { margin: '0 0 20px', fontSize: '26px', lineHeight: '33px', fontWeight: 700 },
  text: { margin: '0 0 16px', fontSize: '17px', lineHeight: '26px' },
  button: {
    display: 'inline-block',
    marginTop: '8px',
    padding: '13px 22px',
    borderRadius: '8px',
    backgroundColor: colour.brand,
    color: colour.surface,
    fontSize: '17px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  small: {
    margin: '20px 0 0',
    fontSize: '14px',
    lineHeight: '21px',
    color: colour.inkSoft,
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  },
  link: { color: colour.brand, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;
