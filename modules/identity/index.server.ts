export type { KnownToken } from './codes/browsers.server';
export { codeBudgets, recycledNumberAfter, sendRisk, sessionLifetimes, smsPolicy } from './rules';
export {
  joinWaitingList,
  type WaitingListPlace,
  waitingListPlaceOf,
} from './codes/waiting-list.server';
export {
  completeRegistration,
  confirmEmailProof,
  requireOwnPhone,
  type SignedIn,
  signIn,
  signInStep,
  type SignInStep,
} from './sign-in.server';
export { createClinicAccount, endSessionsOfClinic, setClinicApproval } from './clinics.server';
export {
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessions,
  signOut,
} from './sessions/end.server';
export {
  type KeyUse,
  keyUseStep,
  reencryptStep,
  type SealedColumn,
  sealedColumns,
} from './keys.server';
export { keepProfile, keptProfile, updateProfile } from './profiles.server';
export {
  agreesToTerms,
  agreeToTerms,
  ownConsents,
  recordConsent,
  withdrawConsent,
} from './consents.server';
export { resendCode, sendCode, sendEmailProof } from './codes/send.server';
export { sendCodeHandler, sendCodeJob } from './codes/send-code-job.server';
export { otpChallengeFlow } from './projection.server';
export {
  abbreviatedNames,
  activeStaffIds,
  type Contact,
  currentPatient,
  patientContact,
  personOf,
  phonesOf,
  reachableCountries,
  staffContact,
} from './queries.server';
export {
  type FoundSessions,
  type OpenedSession,
  openSession,
  type Principal,
  resolveSession,
  resolveSignedIn,
  timeLeftOf,
} from './sessions/sessions.server';
export { chooseLocale, localeOf, owedAccount } from './accounts.server';
export {
  askEmailChange,
  cancelEmailChange,
  confirmLink,
  linkForMail,
  offeredLink,
  type OfferedLink,
  pendingEmailOf,
  previousEmailOf,
  proofLinkOf,
  sendEmailLinkAgain,
  setPatientEmail,
} from './emails.server';
export {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
  removePasskeyOf,
} from './passkeys/passkeys.server';
export {
  passkeyOptionsToSignIn,
  passkeyOptionsToStepUp,
  signInWithPasskeyOf,
  stepUpWithPasskeyOf,
} from './passkeys/sign-in.server';
export {
  hasFreshFactor,
  type RenewedSession,
  requireFreshFactor,
  sendStepUpCode,
  stepUp,
  stepUpState,
  type StepUpState,
} from './step-up.server';
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
export { closeAccount, detachSilent, forgetOld, personData } from './privacy.server';
export {
  endPatientSessions,
  type ListedPatient,
  listPatients,
  readPatient,
  recentSmsAlerts,
  revealPatient,
} from './console/patients.server';
export { staffTryBudgets } from './staff/passwords.server';
export { type AskedWayBack, askWayBack, confirmWayBack, waysOf } from './ways-back.server';
