// Calls and ids that foreign-ids.db.test.ts does not test, with the reason.

/** Calls in which the id is public. */
export const OPEN = new Set([
  'blocks.remove',
  'bookings.book',
  'bookings.terms',
  'conversations.open',
  'seatKeeps.keep',
])
/** Calls for everybody aboard: a passenger of the same trip is no intruder. */
export const SHARED_ABOARD = new Set(['journeys.show', 'journeys.sayArrival'])
/** Names of ids that belong to nobody. */
export const SHARED = new Set([
  'placeId',
  'safePointId',
  'decisionId',
  'deliveryId',
  'rewardId',
  'reviewId',
  'batchId',
  'invitationId',
  'shiftId',
  'drillId',
  'month',
  'proposalId',
  'provider',
  'subjectKind',
  'subjectId',
  'moneyActId',
  'switch',
])
