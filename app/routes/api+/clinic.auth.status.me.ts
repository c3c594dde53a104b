import { ownClinicStatusCall } from '#contracts/clinic-onboarding';
import { ownStatus } from '#app/auth/own-status.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(endpoint(ownClinicStatusCall, ownStatus, { quiet: true }));
