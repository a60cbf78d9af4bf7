/** Days in which a person can download the copy of their data. */
export const EXPORT_DAYS = 7
/** Days in which a person can undo the closing of an account. */
export const GRACE_DAYS = 15
/** Days before the final deletion at which the person is reminded. */
export const REMIND_DAYS = 3

/** Days that the photo of a document is stored (docs/product.md); the decision about it stays. */
export const PHOTO_DAYS = {
  /** Days after the approval: time for a complaint and for comparison with the next photo. */
  approved: 180,
  /** Days after a rejection, or after the upload of a document that was replaced. */
  notApproved: 30,
  /** Days after any decision: a selfie is only needed to compare it with the identity document. */
  selfie: 30,
} as const
