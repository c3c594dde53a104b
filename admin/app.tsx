import { Admin, memoryStore, Resource } from 'react-admin';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { keeper } from './components/kept-words';
import { StepUpDialog } from './components/step-up-dialog';
import { Home } from './home/home';
import { AdminsOnly, NoSuchPage } from './layout/no-such-page';
import { ConsoleLayout } from './layout/console-layout';
import { LoginPage } from './login/login-page';
import { ProviderReturn } from './login/provider-return';
import { createAuthProvider } from './providers/auth-provider';
import { createCall } from './providers/call';
import { createDataProvider } from './providers/data-provider';
import { i18nProvider } from './providers/i18n-provider';
import { createStepUp } from './providers/step-up';
import { resources } from './resources';
import { theme } from './theme';

const stepUp = createStepUp();
const call = createCall({
  fetch: (...request) => fetch(...request),
  proveAgain: () => stepUp.prove(),
});
const dataProvider = createDataProvider(call);
const authProvider = createAuthProvider(call, keeper);
// Filters may hold names and phone numbers: nothing of them stays in the browser.
const store = memoryStore();

const Layout = ({ children }: { children?: React.ReactNode }) => (
  <ConsoleLayout>
    {children}
    <StepUpDialog stepUp={stepUp} call={call} />
  </ConsoleLayout>
);

const Console = () => (
  <Admin
    basename="/admin"
    dataProvider={dataProvider}
    authProvider={authProvider}
    i18nProvider={i18nProvider}
    store={store}
    theme={theme}
    darkTheme={null}
    layout={Layout}
    dashboard={Home}
    loginPage={LoginPage}
    catchAll={NoSuchPage}
    accessDenied={AdminsOnly}
    requireAuth
    disableTelemetry
  >
    {resources.map(({ name, list, show }) => (
      <Resource key={name} name={name} list={list} show={show} />
    ))}
  </Admin>
);

/** The staff console below `/admin`. */
export const App = () => (
  <BrowserRouter>
    <Routes>
      <Route path="/admin/provider-return" element={<ProviderReturn call={call} />} />
      <Route path="/admin/*" element={<Console />} />
    </Routes>
  </BrowserRouter>
);
