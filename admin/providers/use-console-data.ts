import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from './data-provider';

/** The data provider with what the console adds to the kit's. */
export const useConsoleData = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>();
