export type { KnownToken } from './codes/browsers.server';
export { codeBudgets, recycledNumberAfter, sendRisk, sessionLifetimes, smsPolicy } from './rules';
export { joinLane, type LanePlace, lanePlaceOf } from './codes/slow-lane.server';
export { completeRegistration } from './commands/complete-registration.server';
export { confirmEmailProof } from './commands/confirm-email-proof.server';
export { createClinicAccount } from './commands/create-clinic-account.server';
export { endOtherSessions, endOwnSession } from './commands/end-own-session.server';
export { keyUseStep, reencryptStep, sealedColumns, type KeyUse } from './keys/reencrypt.server';
export type { SealedColumn } from './keys/sealed-columns.server';
export { keepProfile } from './commands/keep-profile.server';
export { agreesToTerms, agreeToTerms, recordConsent } from './commands/record-consent.server';
export { requireOwnPhone } from './commands/require-own-phone.server';
export { resendCode, sendCode, sendEmailProof } from './codes/send.server';
export { endSessionsOfClinic, setClinicApproval } from './commands/set-clinic-approval.server';
export { signIn, type SignedIn } from './commands/sign-in.server';
export { signOut } from './commands/sign-out.server';
export { updateProfile } from './commands/update-profile.server';
export { sendCodeHandler, sendCodeJob } from './codes/send-code-job.server';
export { otpChallengeFlow } from './projection.server';
export { abbreviatedNames } from './queries/abbreviated-names.server';
export {
  activeStaffIds,
  patientContact,
  staffContact,
  type Contact,
} from './queries/contact-of.server';
export { currentPatient } from './queries/current-patient.server';
export { personOf, phonesOf } from './queries/person-of.server';
export { keptProfile } from './queries/kept-profile.server';
export { ownSessions, type OwnSession } from './queries/own-sessions.server';
export { reachableCountries } from './queries/reachable-countries.server';
export { signInStep, type SignInStep } from './queries/sign-in-step.server';
export { openSession, type OpenedSession, type Principal } from './sessions/open-session.server';
export {
  resolveSession,
  resolveSignedIn,
  type FoundSessions,
} from './sessions/resolve-session.server';
export { chooseLocale, localeOf } from './own-locale.server';
export { timeLeftOf } from './sessions/time-left.server';
export { askEmailChange } from './emails/ask-change.server';
export { linkForMail, previousEmailOf, proofLinkOf } from './emails/link-for-mail.server';
export { cancelEmailChange, pendingEmailOf, sendEmailLinkAgain } from './emails/manage.server';
export { setPatientEmail } from './emails/set-patient-email.server';
export { confirmLink, offeredLink, type OfferedLink } from './emails/use-link.server';
export { ownPasskeysOf } from './passkeys/own.server';
export { addPasskeyOf, passkeyOptionsToMake } from './passkeys/register.server';
export { removePasskeyOf } from './passkeys/remove.server';
export { passkeyOptionsToSignIn, signInWithPasskeyOf } from './passkeys/sign-in.server';
export { passkeyOptionsToStepUp, stepUpWithPasskeyOf } from './passkeys/step-up.server';
export { hasFreshFactor, requireFreshFactor } from './step-up/fresh-factor.server';
export type { RenewedSession } from './step-up/renew-session.server';
export { sendStepUpCode } from './step-up/send-code.server';
export { stepUp } from './step-up/step-up.server';
export { stepUpState, type StepUpState } from './step-up/step-up-state.server';
export {
  endOwnStaffSession,
  endStaffSession,
  endStaffSessions,
  signOutStaff,
  staffIdOf,
} from './staff/sessions.server';
export {
  addStaff,
  enrolStaff,
  inviteStaffAgain,
  offeredEnrolment,
  resetStaffFactors,
} from './staff/invitations.server';
export {
  changeStaffRole,
  disableStaff,
  enableStaff,
  listStaff,
  ownPasskeys,
  ownStaffSessions,
  readStaff,
  staffIdentityOf,
} from './staff/accounts.server';
export { signInStaff, stepUpWithCode } from './staff/sign-in.server';
export {
  addPasskey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  passkeyStepUpOptions,
  removePasskey,
  signInWithPasskey,
  stepUpWithPasskey,
} from './staff/passkeys.server';
export { totpCodeAt } from './staff/totp.server';
export { forgetOld } from './retention/forget-old.server';
export { listPatients, readPatient, type ListedPatient } from './console/patients-for-staff';
export { endPatientSessions, revealPatient } from './console/reveal-patient';
export { staffTryBudgets } from './staff/passwords.server';
export { recentSmsAlerts } from './console/recent-sms-alerts';
export { closeAccount } from './leaving/close-account.server';
export { detachSilent } from './leaving/detach-silent.server';
export { owedAccount } from './owed-proof.server';
export { askWayBack, type AskedWayBack } from './ways-back/ask.server';
export { confirmWayBack } from './ways-back/confirm.server';
export { waysOf } from './ways-back/way-back-of.server';
export { personData } from './leaving/person-data.server';
export { ownConsents, withdrawConsent } from './leaving/consents.server';
