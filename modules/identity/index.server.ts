export { forgetBrowsers, knownBrowser, type KnownToken } from './codes/known-browser.server';
export { completeRegistration } from './commands/complete-registration.server';
export { confirmEmailProof } from './commands/confirm-email-proof.server';
export { createClinicAccount } from './commands/create-clinic-account.server';
export { endOwnSession } from './commands/end-own-session.server';
export { keepProfile } from './commands/keep-profile.server';
export { recordConsent } from './commands/record-consent.server';
export { requireOwnPhone } from './commands/require-own-phone.server';
export { resendCode } from './commands/resend-code.server';
export { sendCode } from './commands/send-code.server';
export { sendEmailProof } from './commands/send-email-proof.server';
export { endSessionsOfClinic, setClinicApproval } from './commands/set-clinic-approval.server';
export { signIn, type SignedIn } from './commands/sign-in.server';
export { signOut } from './commands/sign-out.server';
export { updateProfile } from './commands/update-profile.server';
export { sendCodeJob, sendCodeHandler } from './jobs/send-code.server';
export { otpChallengeFlow } from './otp-challenge.flow.server';
export { abbreviatedNames } from './queries/abbreviated-names.server';
export {
  activeStaffIds,
  patientContact,
  staffContact,
  type Contact,
} from './queries/contact-of.server';
export { currentPatient } from './queries/current-patient.server';
export { hasConsents } from './queries/has-consents.server';
export { keptProfile } from './queries/kept-profile.server';
export { ownSessions, type OwnSession } from './queries/own-sessions.server';
export { reachableCountries } from './queries/reachable-countries.server';
export { signInStep, type SignInStep } from './queries/sign-in-step.server';
export { enterBrowser } from './sessions/enter-browser.server';
export { openSession, type OpenedSession, type Principal } from './sessions/open-session.server';
export { resolveSession } from './sessions/resolve-session.server';
export { staffIdOf } from './staff/account.server';
export { addStaff } from './staff/add.server';
export { changeStaffRole } from './staff/change-role.server';
export { disableStaff, enableStaff } from './staff/disable.server';
export { endOwnStaffSession, endStaffSession, endStaffSessions } from './staff/end-sessions.server';
export { inviteStaffAgain, resetStaffFactors } from './staff/invite-again.server';
export { listStaff, readStaff } from './staff/list.server';
export { ownPasskeys, ownStaffSessions } from './staff/own.server';
export { stepUpWithCode } from './staff/step-up.server';
export { enrolStaff, offeredEnrolment } from './staff/enrol.server';
export { requireFreshFactor } from './staff/fresh-factor.server';
export { staffIdentityOf } from './staff/identity.server';
export { addPasskey, passkeyRegistrationOptions } from './staff/passkeys/register.server';
export { removePasskey } from './staff/passkeys/remove.server';
export { passkeySignInOptions, signInWithPasskey } from './staff/passkeys/sign-in.server';
export { passkeyStepUpOptions, stepUpWithPasskey } from './staff/passkeys/step-up.server';
export { signInStaff } from './staff/sign-in.server';
export { signOutStaff } from './staff/sign-out.server';
export { totpCodeAt } from './staff/totp';
export { forgetOld } from './retention/forget-old.server';
export { listPatients, readPatient, type ListedPatient } from './staff/patients-for-staff';
export { endPatientSessions, revealPatient } from './staff/reveal-patient';
export { codeBudgets, recycledNumberAfter, sessionLifetimes, smsPolicy } from './settings';
export { staffTryBudgets } from './staff/settings';
export { recentSmsAlerts } from './staff/recent-sms-alerts';
