export { answerDue, movedAnswerDue, saidOr } from './answer-due.ts'
export { isPassing } from './check-trip.ts'
export { assertCanDrive, assertMoment, assertNotes, type DriveAsked } from './driving-rules.ts'
export { changedPoints, removedStops } from './edit-stops.ts'
export { lockTrip } from './edit-trip.queries.ts'
export {
  type EditTrip,
  findEditable,
  lockForEdit,
  type PlannedEdit,
  planEdit,
  quoteEdit,
  writeEdit,
} from './edit-trip.ts'
export { lostTerms } from './lost-terms.ts'
export { type PublishTrip, publishTrip, returnIdOf, type TripRequest } from './publish-trip.ts'
export { firstWeekday, repeatTrip } from './repeat-trip.ts'
export { findRoadPart, type RoadPart } from './road-stops.queries.ts'
export {
  nameCrossing,
  planSeats,
  requireFreeTime,
  type SeatsAsked,
  type SeatsPlan,
  segmentOf,
  whyNoSeats,
} from './seat-plan.ts'
export { notForSale } from './seat-refusal.ts'
export { findSeatState, listSeatsLeft, returnSeats, setSales, takeSeats } from './seats.queries.ts'
export { requireOwnTrip, seqOf, showTrip } from './show-trip.ts'
export { MATCH_ALERTS_JOB, tellFreedSeats } from './tell-freed-seats.ts'
export {
  boardingOpensAt,
  endsOf,
  needsRunSheet,
  partPath,
  partStops,
  placeAt,
  segmentPrice,
  statusOf,
  stopId,
  type TripFacts,
  type TripPlace,
  type TripStatus,
} from './trip.ts'
export {
  isNearStop,
  listedPointsOnly,
  ownPointsOf,
  pointsOfTrip,
  pointsOfTrips,
  presentStopPoint,
  requireOwnPoints,
  type TripPoints,
  takePoint,
  withOwnPoints,
} from './trip-points.ts'
export { tripStateIn } from './trip-state.queries.ts'
export { ENDS_AFTER_MS, expectedArrival, type TripSigns, tripStateAt } from './trip-state.ts'
export { findDriverCards } from './trips.present.ts'
export {
  type Crossing,
  closeTrip,
  completeTrips,
  countCompletedTrips,
  findCachedTripFacts,
  findEligibilityRefusal,
  findFreshTripFacts,
  findTripCosts,
  findTripFacts,
  findTripSigns,
  findTripsFacts,
  listTripIdsOf,
} from './trips.queries.ts'
