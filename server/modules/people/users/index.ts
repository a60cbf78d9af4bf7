export { auditUser } from './audit-user.ts'
export { areBlocked, hiddenTrips, listBlockedBy } from './blocks/blocks.queries.ts'
export {
  markEmailConfirmed,
  profileIncomplete,
  requireConfirmedEmail,
  requireContact,
} from './confirm-email.ts'
export { countAnswers } from './consents/consents.queries.ts'
export { consentOf, consentsOf, recordConsent } from './consents/record-consent.ts'
export { type CreateUser, createUser } from './create-user.ts'
export { declareWoman, requireWoman } from './declare-woman.ts'
export {
  acceptPhoto,
  findPhotoToReview,
  listUntoldOfPhoto,
  readDriverPhoto,
  refusePhoto,
  requireDriverPhoto,
  startPhotoGrace,
} from './driver-photo.ts'
export {
  type Contact,
  findContact,
  findContestedNumbers,
  findGreetedName,
  findMaskedContacts,
  findPeople,
  findReviewedPeople,
  findTeamNames,
  findUser,
  type MaskedContact,
  maskEmail,
  type Person,
  type PersonRow,
  presentPerson,
  type ReviewedPerson,
  type SameNumber,
  type ShownPerson,
} from './find-user.ts'
export { lockUser, makeDriver, markIdentityVerified } from './grow-into-driver.ts'
export { faultOfSealed, readDocument } from './identification.ts'
export { CLOSED_NAME, isAdult, NAMELESS, passwordOwner } from './person.ts'
export { findOwnerOfPhone, forgetPhone, setPhonePolicy } from './phone.queries.ts'
export { provePhone } from './phone.ts'
export { removePhoto, setPhoto } from './profile-photo.ts'
export { openPhone, phoneIndex, sealPhone } from './sealed-phone.ts'
export {
  datumIn,
  findMaskedPerson,
  listNewestPeople,
  type MaskedPerson,
  searchPeople,
} from './search-people.ts'
export {
  confirmIdentities,
  findProposedPeople,
  findSharedDevices,
  hasConfirmedIdentities,
} from './team-act.queries.ts'
export {
  areSameHuman,
  assertLast,
  assertSeen,
  authorizeAct,
  hasDocumentNumber,
  isKnownBy,
  mayAct,
  refuseSame,
  type TeamAct,
} from './team-act.ts'
export {
  addTeamRoles,
  countActiveAdmins,
  listStaff,
  removeTeamRoles,
  type StaffRow,
} from './team-roles.queries.ts'
export { mailStranger, mailUserAt, tellStaff, tellUser } from './tell-user.ts'
export { changeEmail, IDENTITY_CHANGED_JOB } from './update-profile.ts'
export { presentOwnUser, showOwnUser } from './users.present.ts'
export {
  findUserIdByEmailKey,
  listUnprovedIdsByEmailKey,
  lockUserRows,
  type UserRow,
} from './users.queries.ts'
