import type { RaThemeOptions } from 'react-admin';
import { componentStyles } from './theme-components';
import { colour } from './tokens';

const tone = (role: string) => ({
  main: colour(role),
  light: colour(`${role}-soft`),
  dark: colour(role),
  contrastText: '#ffffff',
});

/** Our tokens on the kit: dense, still, with lines in place of shadows. */
export const theme: RaThemeOptions = {
  palette: {
    mode: 'light',
    primary: { ...tone('brand'), dark: colour('brand-strong') },
    secondary: { ...tone('brand'), dark: colour('brand-strong') },
    error: tone('danger'),
    warning: tone('warn'),
    info: tone('info'),
    success: tone('ok'),
    background: { default: colour('paper'), paper: colour('surface') },
    text: { primary: colour('ink'), secondary: colour('ink-soft') },
    divider: colour('line'),
    action: { hover: colour('paper'), selected: colour('brand-soft') },
  },
  typography: {
    fontFamily: "'Source Sans 3 Variable', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
    fontSize: 14,
    button: { textTransform: 'none', fontWeight: 600 },
    h1: { fontSize: '1.625rem', fontWeight: 650, letterSpacing: '-0.01em' },
    h2: { fontSize: '1.1875rem', fontWeight: 650, letterSpacing: '-0.01em' },
    h3: { fontSize: '1rem', fontWeight: 650 },
    h6: { fontSize: '1rem', fontWeight: 650 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.875rem', lineHeight: 1.43 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.4 },
  },
  shape: { borderRadius: 8 },
  transitions: { duration: { shortest: 150, shorter: 150, short: 150, standard: 150 } },
  components: componentStyles,
};
