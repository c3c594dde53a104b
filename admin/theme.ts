import type { RaThemeOptions } from 'react-admin';
import { colour } from './tokens';

const float = '0 8px 28px rgb(20 33 28 / 0.16)';
const line = `1px solid ${colour('line')}`;
const ring = { outline: `3px solid ${colour('brand')}`, outlineOffset: '2px' };

// Forced colours take away fills and shadows: edges have to say what is what.
const forced = '@media (forced-colors: active)';
const edge = { [forced]: { border: '1px solid ButtonText' } };

/** How the kit's parts differ from what it ships. */
const componentStyles: RaThemeOptions['components'] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': ring } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, size: 'medium' },
    styleOverrides: {
      root: { minHeight: 36, paddingInline: 14, lineHeight: 1.3 },
      contained: edge,
      outlined: { borderColor: colour('line-strong'), color: colour('ink') },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiDialog: { styleOverrides: { paper: { boxShadow: float, borderRadius: 12 } } },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: '1.1875rem', fontWeight: 650, paddingBottom: 8 } },
  },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiMenu: { styleOverrides: { paper: { boxShadow: float, border: line } } },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
  MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
  // The label stands above its field, as everywhere in the product, and never moves.
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        marginBottom: 4,
        maxWidth: 'none',
        color: colour('ink'),
        fontWeight: 600,
        fontSize: '0.875rem',
      },
    },
  },
  MuiFormLabel: { styleOverrides: { asterisk: { display: 'none' } } },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0 } } },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        backgroundColor: colour('surface'),
        '&.Mui-focused': { [forced]: { outline: '2px solid Highlight' } },
      },
      notchedOutline: {
        borderColor: colour('line-strong'),
        top: 0,
        '& legend': { display: 'none' },
      },
    },
  },
  MuiSwitch: { styleOverrides: { thumb: edge, track: edge } },
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: colour('line'), padding: '9px 12px', fontSize: '0.875rem' },
      head: {
        color: colour('ink-soft'),
        backgroundColor: colour('surface'),
        fontWeight: 600,
        whiteSpace: 'nowrap',
      },
    },
  },
  MuiTableRow: {
    styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: colour('paper') } } },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: { backgroundColor: colour('ink'), fontSize: '0.8125rem', padding: '6px 10px' },
    },
  },
  MuiSnackbarContent: {
    styleOverrides: { root: { backgroundColor: colour('ink'), boxShadow: float } },
  },
  MuiTablePagination: {
    styleOverrides: { root: { border: 0 }, toolbar: { minHeight: 44 } },
  },
};

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
