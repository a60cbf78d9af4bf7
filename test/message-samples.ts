// Sample facts for every message, so that its text can be read and measured.
import { messageOf } from '#contract/errors.ts'
import * as conduct from '#server/modules/community/conduct/conduct.messages.ts'
import * as disputes from '#server/modules/community/conduct/disputes/disputes.messages.ts'
import * as conversations from '#server/modules/community/conversations/conversations.messages.ts'
import * as ratings from '#server/modules/community/ratings/ratings.messages.ts'
import * as referrals from '#server/modules/community/rewards/referrals/referrals.messages.ts'
import * as rewards from '#server/modules/community/rewards/rewards.messages.ts'
import * as duty from '#server/modules/community/safety/duty/duty.messages.ts'
import * as safety from '#server/modules/community/safety/safety.messages.ts'
import * as support from '#server/modules/community/support/support.messages.ts'
import * as notifications from '#server/modules/foundation/notifications/notifications.messages.ts'
import * as finance from '#server/modules/money/payments/finance/finance.messages.ts'
import * as payments from '#server/modules/money/payments/payments.messages.ts'
import * as withdrawals from '#server/modules/money/withdrawals/withdrawals.messages.ts'
import * as deskActions from '#server/modules/office/desk/desk-actions/desk-actions.messages.ts'
import * as proposals from '#server/modules/office/desk/proposals/proposals.messages.ts'
import * as road from '#server/modules/office/desk/road/road.messages.ts'
import * as team from '#server/modules/office/desk/team/team.messages.ts'
import * as phones from '#server/modules/people/access/phones/phones.messages.ts'
import * as factor from '#server/modules/people/access/second-factor/second-factor.messages.ts'
import * as standing from '#server/modules/people/standing/standing.messages.ts'
import * as verification from '#server/modules/people/verification/verification.messages.ts'
import * as seatKeeps from '#server/modules/travel/bookings/seat-keeps/seat-keeps.messages.ts'
import * as bookings from '#server/modules/travel/bookings/tell/bookings.messages.ts'
import * as rescues from '#server/modules/travel/connections/rescues/rescues.messages.ts'
import * as alerts from '#server/modules/travel/demand/alerts/alerts.messages.ts'
import * as rides from '#server/modules/travel/demand/ride-requests/ride-requests.messages.ts'
import * as journeys from '#server/modules/travel/journeys/journeys.messages.ts'
import * as again from '#server/modules/travel/trip-changes/publish-again/publish-again.messages.ts'
import * as recurrence from '#server/modules/travel/trip-changes/recurrence/recurrence.messages.ts'
import * as tripChanges from '#server/modules/travel/trip-changes/trip-changes.messages.ts'
import * as drafts from '#server/modules/travel/trip-changes/trip-drafts/trip-drafts.messages.ts'
import * as pauses from '#server/modules/travel/trip-changes/trip-pauses/trip-pauses.messages.ts'
import { accountSamples, of, type Sample } from './account-samples.ts'
import { bookingSamples } from './booking-samples.ts'

const at = '2026-11-20T13:00:00.000Z'
const path = '/recuperar?token=abc'
const uuid = '01890000-0000-7000-8000-0000000000c1'
/** test/money-words.test.ts renders each message with this fact for both payment modes. */
const byWallet = true

const decidedFor = (['passenger', 'driver'] as const).map((side) => ({
  ...{ path, byWallet },
  settled: {
    ...{ side, from: 'Bogotá', to: 'Cali', at, farePesos: 45_000 },
    ...{ earnsPesos: 40_500, commissionPesos: 4_500, coverPesos: 5_000 },
  },
}))
const soat = { name: 'SOAT', plate: 'KLM482' }
const aWithdrawal = { pesos: 60_000, reference: 'CUPO-W-1', account: 'Nequi •••• 4567' }

const aRescue = {
  ...{ path, from: 'Bogotá', to: 'Cali', at, driver: 'Ana', newAt: at, newDrivers: ['Luis'] },
  ...{ pesos: 52_000, farePesos: 45_000, until: at, more: 7_000, isChanged: false, byWallet },
}
const NO_CAR = { ...aRescue, newAt: null, newDrivers: [] }

const LIST_PART = {
  id: '1',
  from: 'Bogotá',
  to: 'Cali',
  at,
  seats: 2,
  farePesos: 84_000,
  byWallet: true,
}
const LONG_NAME = 'María Fernanda de los Ángeles Montoya y Restrepo de la Hoz y Vélez G.'

export const samples: Sample[] = [
  ...accountSamples,
  of(alerts.tripAlert, {
    from: 'Bogotá',
    to: 'Cali',
    trips: [{ path: '/trips/1?from=a&to=b', departsAt: at, price: 62_000, driver: 'Ana P.' }],
    more: 2,
    morePath: '/trips?from=11001&to=76001',
    token: 'abc',
  }),
  of(alerts.listAsked, LIST_PART),
  of(alerts.listPassedOver, { ...LIST_PART, missingPesos: 3_000 }),
  ...(['identity', 'email', 'profile', 'debt'] as const).map((lacks) =>
    of(alerts.listWaits, { ...LIST_PART, lacks }),
  ),
  ...(['seat', 'over', 'barred'] as const).map((why) =>
    of(alerts.listEnded, { from: 'Bogotá', to: 'Cali', why }),
  ),
  of(rides.rideInvited, {
    path,
    from: 'Bogotá',
    to: 'Cali',
    driver: LONG_NAME,
    boardsAt: at,
    price: 62_000,
  }),
  of(rescues.rescueOffered, { ...aRescue, newPoint: 'Terminal del Salitre' }),
  of(rescues.rescueOffered, { ...aRescue, newDrivers: ['Luis', 'Eva'], more: 0, isChanged: true }),
  of(rescues.rescueNone, { ...NO_CAR, until: null }),
  of(rescues.rescueNone, { ...NO_CAR, isChanged: true }),
  of(rescues.rescueExpired, { ...aRescue, seats: 2 }),
  of(rescues.rescueWaits, NO_CAR),
  of(rescues.rescueWaits, { ...NO_CAR, isChanged: true }),
  of(rescues.rescueAsked, { ...NO_CAR, asked: 3 }),
  of(rescues.seatWanted, { ...aRescue, seats: 1 }),
  of(standing.marked, { kind: 'unfounded_no_show', path }),
  of(rides.rideWanted, { path, from: 'Bogotá', to: 'Cali' }),
  of(rides.rideRequestOver, { path, from: 'Bogotá', to: 'Cali' }),
  of(conversations.messageReceived, { path, sender: 'Ana R.', from: 'Cali', to: 'Ibagué' }),
  of(conduct.sanctioned, { kind: 'warned', reason: 'Llegó tarde.', endsAt: null }),
  of(conduct.sanctioned, { kind: 'suspended', reason: 'Repitió.', endsAt: at }),
  of(conduct.sanctioned, { kind: 'expelled', reason: 'Acoso.', endsAt: null }),
  of(conduct.hearingAsked, { note: 'Un reporte.', until: at, isPaused: true }),
  of(conduct.hearingAsked, { note: 'Un reporte.', until: at, isPaused: false }),
  of(conduct.hearingAsked, { note: 'Un reporte.', until: null, isPaused: true }),
  of(conduct.pauseOver, { resumed: 0, cancelled: 0, seats: 0 }),
  of(conduct.pauseOver, { resumed: 2, cancelled: 1, seats: 3 }),
  of(conduct.textHidden, { what: 'message', reason: 'Insulto.' }),
  of(conduct.textHidden, { what: 'rating', reason: 'Insulto.' }),
  of(rewards.rewardRedeemed, { title: 'Bono de 20.000', points: 500 }),
  of(rewards.pointsEarned, { points: 1_200 }),
  of(rewards.pointsTaken, { taken: 30, missing: 0 }),
  of(rewards.pointsTaken, { taken: 1, missing: 1_200 }),
  of(rewards.pointsWaiting, { kind: 'trip' }),
  of(rewards.pointsDecided, { kind: 'referral', paid: true }),
  of(rewards.pointsDecided, { kind: 'trip', paid: false }),
  of(rewards.pointsDecided, { kind: 'trip', paid: false, trip: 'disputed' }),
  of(rewards.pointsDecided, { kind: 'referral', paid: false, trip: 'undone' }),
  of(referrals.referralPaid, { name: LONG_NAME, points: 100 }),
  of(rewards.cardChanged, { had: null, has: 'green' }),
  of(rewards.cardChanged, { had: 'green', has: 'gold' }),
  of(rewards.cardChanged, { had: 'gold', has: 'green' }),
  of(rewards.cardChanged, { had: 'green', has: null }),
  of(conduct.reportReceived, {}),
  of(conduct.reportDecided, { isUpheld: true }),
  of(conduct.appealReceived, {}),
  of(conduct.appealAnswered, { isUpheld: false, answer: 'Se mantiene.' }),
  of(safety.contactInvited, { by: 'Ana', path }),
  of(safety.contactBoarded, { by: 'Ana', from: 'Bogotá', to: 'Cali', at, path, stopPath: path }),
  of(safety.contactArrived, { by: 'Ana', to: 'Cali', at, path, stopPath: path }),
  of(safety.contactArrived, { by: 'Ana', to: 'Cali', at, path, stopPath: path, bySelf: true }),
  of(safety.arrivalAsked, { path, to: 'Cali', at, until: at }),
  of(safety.contactNotAboard, { by: 'Ana', path }),
  of(safety.contactEmergency, { by: 'Ana', path, at }),
  of(safety.contactAnswered, { name: 'Rosa', agrees: true }),
  of(safety.incidentReceived, { path, until: at }),
  of(safety.incidentAnswered, { path, answer: 'Hablamos contigo.' }),
  of(safety.incidentUnnoted, { incidentId: uuid, takenAt: at }),
  of(support.ticketConfirm, { path, days: 7 }),
  of(support.ticketReceived, { path, until: at }),
  of(support.ticketAnswered, { path, resolved: false }),
  of(support.ticketAnswered, { path, resolved: true }),
  of(support.ticketGiven, { path, until: at }),
  of(support.ticketGiven, { path, until: null }),
  of(journeys.driverStarted, { path, picksUpAt: at }),
  of(journeys.pressDoubted, { path, place: 'Cali', at, plan: at }),
  of(journeys.driverStarted, { path, picksUpAt: at, expectedAt: at }),
  of(journeys.driverNear, { path, passed: 'Girardot', picksUpAt: at }),
  of(journeys.driverHere, {
    ...{ path, picksUpAt: at, place: 'Girardot' },
    ...{ car: 'Renault Logan gris', plate: 'ABC123' },
  }),
  ...[1, 3].map((seats) =>
    of(seatKeeps.keptSeatsLost, {
      ...{ path, from: 'Bogotá', to: 'San José del Guaviare', at, seats, pesos: 60_000 },
      keptUntil: at,
    }),
  ),
  of(bookings.tripFull, { path, from: 'Bogotá', to: 'Cali', at }),
  of(notifications.digest, { items: [{ title: 'Ana reservó', body: 'Hoy', path }] }),
  of(phones.phoneWanted, {}),
  of(phones.phoneChanged, { at }),
  of(factor.secondFactorChanged, { what: 'reset', at }),
  of(duty.dutyCall, { kind: 'emergency', pressedAt: at, incidentId: uuid }),
  of(duty.dutyCall, { kind: 'drill', pressedAt: at, incidentId: null }),
  of(duty.rosterGap, { from: at, to: at, hours: 1 }),
  of(support.safetyLate, { path, since: at }),
  of(team.teamInvitation, { path, roles: ['finance', 'admin'], days: 7 }),
  of(team.teamRolesChanged, { what: 'given', roles: ['support'], at }),
  of(team.teamRolesChanged, { what: 'taken', roles: ['admin'], at }),
  of(factor.secondFactorChanged, { what: 'recovery_used', at }),
  of(rides.rideInvited, {
    from: 'Bogotá',
    to: 'Cali',
    path,
    driver: 'Ana R.',
    boardsAt: at,
    price: 60_000,
  }),
  of(rides.rideWanted, { from: 'Bogotá', to: 'Cali', path }),
  of(rides.rideRequestOver, { from: 'Bogotá', to: 'Cali', path }),
  of(payments.chargedTwice, { pesos: 60_000, reference: 'CUPO-1' }),
  of(payments.chargeReturned, { pesos: 60_000, reference: 'CUPO-1' }),
  of(payments.topupVoided, { pesos: 60_000, reference: 'CUPO-1', owedPesos: 0 }),
  of(payments.topupVoided, { pesos: 60_000, reference: 'CUPO-1', owedPesos: 1_000 }),
  of(finance.debtPaid, { pesos: 1_000 }),
  of(tripChanges.tripChanged, {
    ...{ path, from: 'Bogotá', to: 'Cali', before: at, after: at },
    freeUntil: at,
    byWallet,
  }),
  of(tripChanges.tripChanged, {
    ...{ path, from: 'Bogotá', to: 'Cali', before: at, after: at },
    freeUntil: null,
    byWallet,
  }),
  of(tripChanges.tripChanged, {
    ...{ path, from: 'Bogotá', to: 'Cali', before: at, after: at },
    ...{ freeUntil: at, byWallet },
    crossing: { kind: 'booking', id: '2', tripId: '3', route: 'Cali → Popayán', at },
  }),
  of(tripChanges.tripPointChanged, {
    path,
    from: { place: 'Bogotá', point: 'Portal Norte' },
    to: { place: 'Cali', point: null },
    at,
  }),
  ...(['passenger', 'driver'] as const).map((side) =>
    of(tripChanges.pointReplaced, {
      ...{ path, side, end: 'change', place: 'Ibagué', before: 'Terminal', isGone: true },
      ...{ points: ['La Pola, calle 10'], people: 1, at, boardsAt: at },
      freeUntil: side === 'passenger' ? at : null,
    }),
  ),
  ...(['passenger', 'driver'] as const).map((by) =>
    of(bookings.meetingChanged, {
      ...{ path, by, isFree: by === 'driver' },
      from: { place: 'Bogotá', point: 'Portal Norte' },
      to: { place: 'Cali', point: null },
      at,
    }),
  ),
  ...(['from', 'to'] as const).map((end) =>
    of(bookings.meetingAgreed, {
      path,
      end,
      place: 'Bogotá',
      point: 'Portal Norte',
      address: 'Autopista Norte con calle 170',
      at,
      boardsAt: at,
    }),
  ),
  of(bookings.meetingMissing, { path, side: 'passenger', other: 'Carlos R.', place: 'Bogotá', at }),
  of(bookings.meetingMissing, { path, side: 'driver', other: LONG_NAME, place: 'Bogotá', at }),
  of(bookings.noShowClaimed, { path, byWallet, until: at }),
  of(disputes.objectionOpened, { path, byWallet, until: at }),
  of(disputes.changeObjected, { path, byWallet: true, until: at }),
  of(disputes.checkInDenied, { path, byWallet, until: at }),
  of(disputes.noShowDisputed, { path, byWallet, until: at }),
  of(disputes.disputeReceived, { path, until: at }),
  ...decidedFor.flatMap((data) => [
    of(disputes.disputeResolved, { ...data, inFavour: false, owedPesos: 40_500 }),
    of(disputes.disputeResolved, { ...data, inFavour: true }),
  ]),
  of(withdrawals.payoutAccountAdded, {
    account: 'Nequi',
    masked: '•••• 4567',
    usableFrom: at,
    path: '/retirar?cuenta=1',
  }),
  of(withdrawals.payoutAccountRemoved, {
    account: 'Nequi',
    masked: '•••• 4567',
    sentPesos: 50_000,
  }),
  of(withdrawals.withdrawalRequested, aWithdrawal),
  of(withdrawals.withdrawalApproved, aWithdrawal),
  of(withdrawals.withdrawalSent, aWithdrawal),
  of(withdrawals.withdrawalPaid, aWithdrawal),
  of(withdrawals.withdrawalCancelled, aWithdrawal),
  of(withdrawals.withdrawalStopped, { ...aWithdrawal, reason: 'Volvió una recarga.' }),
  of(withdrawals.withdrawalFailed, { ...aWithdrawal, reason: 'La cuenta no existe.' }),
  of(withdrawals.withdrawalReturned, { ...aWithdrawal, reason: 'La cuenta está cerrada.' }),
  of(withdrawals.withdrawalRejected, { ...aWithdrawal, reason: 'Falta un documento.' }),
  of(payments.topupApproved, { pesos: 60_000, reference: 'CUPO-1' }),
  of(payments.topupDeclined, { pesos: 60_000, reference: 'CUPO-1' }),
  of(payments.topupAbandoned, { pesos: 60_000, reference: 'CUPO-1' }),
  of(verification.documentApproved, { approved: [soat] }),
  of(verification.documentApproved, { approved: [soat, { name: 'selfie', plate: null }] }),
  of(verification.reviewLapsed, {
    name: 'Marta R.',
    path: '/admin/verification?persona=01890000-0000-7000-8000-000000000001',
  }),
  of(verification.documentRejected, {
    rejected: [{ ...soat, reason: 'Borrosa.' }],
    approved: [],
    mayPublish: false,
  }),
  of(verification.documentRejected, {
    rejected: [
      { ...soat, reason: 'Borrosa.' },
      { name: 'selfie', plate: null, reason: 'Oscura.' },
    ],
    approved: [soat],
    mayPublish: true,
  }),
  of(verification.insuranceAsked, { plate: 'KLM482', from: '2027-03-01' }),
  of(verification.documentExpiring, { name: 'SOAT', plate: 'KLM482', lastDay: '2026-12-20' }),
  of(verification.mayPublish, {}),
  of(verification.mayPublish, { needsPhoto: true }),
  of(verification.profilePhotoRefused, { reason: 'No es la persona del documento.' }),
  of(verification.profilePhotoRule, { lastDay: '2026-12-20' }),
  of(drafts.tripDraftPublished, { path, from: 'Bogotá', to: 'Cali', at }),
  of(drafts.tripDraftRefused, {
    from: 'Bogotá',
    to: 'San José del Guaviare',
    at,
    reason: messageOf('trip_overlaps'),
  }),
  of(recurrence.tripUnreadable, { savedAt: at, weekly: null }),
  of(recurrence.tripUnreadable, {
    savedAt: at,
    weekly: { weekdays: [1, 2, 3, 4, 5, 6, 7], departsMinute: 330 },
  }),
  of(pauses.tripPaused, { path, from: 'Bogotá', to: 'Cali', at, lacking: 'SOAT', by: at }),
  of(pauses.tripPausedByTeam, { path, from: 'Bogotá', to: 'Cali', at, by: at }),
  of(road.tripTold, { path, from: 'Bogotá', to: 'Cali', at, text: 'Vamos a llamar.' }),
  of(deskActions.teamMessage, { path, text: 'Tu viaje sale media hora más tarde.' }),
  of(deskActions.tripEndedByTeam, { path, from: 'Bogotá', to: 'Cali', at }),
  ...[true, false].map((open) =>
    of(deskActions.copyOfBooking, { path, from: 'Bogotá', to: 'Cali', at, seats: 2, open }),
  ),
  of(deskActions.copyOfTopUp, { pesos: 60_000, reference: 'CUPO-1', at }),
  ...(['login', 'phone', 'second_factor'] as const).map((lock) =>
    of(deskActions.lockCleared, { lock }),
  ),
  ...[true, false].map((withdrawable) =>
    of(deskActions.creditReceived, { pesos: 20_000, withdrawable }),
  ),
  ...(['connection_pay', 'stranded_aid'] as const).map((kind) =>
    of(deskActions.fundPaid, { kind, pesos: 13_500, from: 'Ibagué', to: 'Cali', at }),
  ),
  of(deskActions.refundStarted, { pesos: 60_000, reference: 'CUPO-1' }),
  of(deskActions.refundDone, { pesos: 60_000, reference: 'CUPO-1' }),
  of(deskActions.refundStopped, { pesos: 60_000, reference: 'CUPO-1' }),
  of(deskActions.refundsHeld, { by: 'Jorge S.', people: 3, pesos: 540_000 }),
  of(deskActions.refundUnsigned, {
    ...{ path: '/admin/payments/1', by: 'Jorge S.', at },
    ...{ pesos: 60_000, reference: 'DEV-1' },
  }),
  of(deskActions.creditUnconfirmed, { pesos: 20_000 }),
  of(proposals.signatureLapsed, {
    ...{ kind: 'withdrawal', detail: 'RET-1', pesos: 700_000 },
    ...{ why: 'time', loses: 'signature' },
  }),
  of(proposals.signatureLapsed, {
    ...{ kind: 'fuel_price', detail: 'Promedio nacional', pesos: null },
    ...{ why: 'authority', loses: 'proposal' },
  }),
  of(proposals.expulsionLapsed, {}),
  of(proposals.expulsionLapsed, { kind: 'suspension' }),
  ...(['documents', 'conduct', 'team'] as const).flatMap((cause): Sample[] => [
    of(pauses.tripAtRisk, { path, byWallet, from: 'Bogotá', to: 'Cali', at, cause, by: at }),
    of(pauses.tripResumed, { path, from: 'Bogotá', to: 'Cali', at, cause, role: 'driver' }),
    of(pauses.tripResumed, { path, from: 'Bogotá', to: 'Cali', at, cause, role: 'passenger' }),
    of(pauses.tripLapsed, { path, from: 'Bogotá', to: 'Cali', at, cause, lacking: 'SOAT' }),
  ]),
  of(again.publishAgain, { from: 'Bogotá', to: 'Cali', at, tripId: uuid }),
  of(again.papersBeforeRepeat, {
    ...{ from: 'Bogotá', to: 'Cali', at, reason: messageOf('documents_not_valid_on_date') },
  }),
  of(conduct.tripNotBack, { path, byWallet, from: 'Bogotá', to: 'Cali', at }),
  of(ratings.ratingWaiting, { path, name: LONG_NAME, until: at }),
  of(ratings.ratingReminder, { path, name: LONG_NAME, until: at }),
  of(ratings.ratingReceived, { path, name: 'Ana P.', stars: 1, hasComment: true }),
  of(ratings.ratingReceived, { path, name: 'Ana P.', stars: 5, hasComment: false }),
  of(ratings.ratingReply, { path, name: LONG_NAME }),
  of(ratings.ratingReviewed, { path }),
  of(ratings.ratingDecided, { path, count: true }),
  of(ratings.ratingDecided, { path, count: false }),
  ...bookingSamples.map(({ message, data }) => of(message, data)),
]
