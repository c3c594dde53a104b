import { useLoaderData } from '@remix-run/react';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { DevicesPage } from '#app/profile/devices-page';
import { devicesAction, loadDevices } from '#app/profile/pages.server';

export const meta = pageMeta('profile.devices');
export const loader = pageLoader('patient', loadDevices);
export const action = devicesAction('patient');

export default function PatientDevicesPage() {
  return <DevicesPage {...useLoaderData<typeof loader>()} back="/profile" />;
}
