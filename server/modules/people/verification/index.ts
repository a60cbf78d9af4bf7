export { type AddVehicle, addVehicle } from './add-vehicle.ts'
export { documentFolder } from './document-files.ts'
export { resealDocuments } from './document-store.ts'
export { badgesOf, listDriverPapers, readDriverPapers } from './driver-papers.ts'
export { findInsuranceFrom } from './insurance.queries.ts'
export { moveFiles } from './move-files.ts'
export {
  findLackingPapers,
  findOwnVehicle,
  findVehicles,
  requireVerifiedDriver,
} from './require-verified-driver.ts'
export { reviewDocument } from './review-document.ts'
export { setSelfieConsent } from './selfie-consent.ts'
export { PAPERS_APPROVED_JOB, PAPERS_CHANGED_JOB } from './settle-review.ts'
export { type UploadDocument, uploadDocument } from './upload-document.ts'
export type { Vehicle } from './vehicle.ts'
export { countRejected } from './verification.queries.ts'
