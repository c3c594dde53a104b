import { useLoaderData } from '@remix-run/react';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { DevicesPage } from '#app/profile/devices-page';
import { devicesAction, loadDevices } from '#app/profile/pages.server';

export const meta = pageMeta('profile.devices');
export const loader = pageLoader('clinic', loadDevices);
export const action = devicesAction('clinic');

export default function ClinicDevicesPage() {
  return <DevicesPage {...useLoaderData<typeof loader>()} back="/clinic/security" />;
}
