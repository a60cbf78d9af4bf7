import { newId } from '#server/platform/ids.ts'
import { BOGOTA, CALI, type TestTrip } from './trip-factories.ts'

type Named = { trip: TestTrip; code: string; rideRequestId: string | undefined }

/**
 * Bodies by path that a call needs in addition to the id: an invalid body would be refused before
 * the id is checked.
 */
export function bodiesAbout({ trip, code, rideRequestId }: Named): Record<string, object> {
  const scan = { nonce: newId(), code, scannedAt: new Date().toISOString(), offline: true }
  return {
    '/bookings/:bookingId/accept-change': { at: trip.facts.departsAt.toISOString() },
    '/bookings/:bookingId/segment': { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) },
    '/bookings/:bookingId/give-back': { seats: 1 },
    '/connections/:connectionId/give-back': { seats: 1 },
    '/bookings/:bookingId/rescue/limit': { upTo: 50_000 },
    '/bookings/:bookingId/rescue/ask': { agrees: false },
    '/bookings/:bookingId/meeting': { fromPointId: null, toPointId: null },
    '/admin/verifications/people/:userId/decision': {
      verdicts: [
        { verdict: 'rejected', documentId: newId(), version: 'a', reason: 'La foto está borrosa.' },
      ],
    },
    '/payments/cases/:caseId/resolve': { note: 'Ya se devolvió el segundo cobro.' },
    '/bookings/:bookingId/rating': { stars: 5 },
    '/bookings/:bookingId/not-together': { statement: 'No viajamos juntos ese día.' },
    '/ratings/:ratingId/reply': { text: 'Gracias.' },
    '/admin/rating-cases/:caseId/resolve': { outcome: 'count', note: 'Hablamos con los dos.' },
    '/conduct/:sanctionId/appeal': { text: 'No estoy de acuerdo con esto.' },
    '/conduct/hearings/:caseId': { text: 'Ese día no manejaba yo.' },
    '/bookings/:bookingId/dispute': { statement: 'Estuve en el punto y nadie llegó.' },
    '/bookings/:bookingId/dispute/answer': { answer: 'other', text: 'Esperé en el punto.' },
    '/bookings/:bookingId/dispute/addition': { text: 'Mi hermana también estaba.' },
    '/conversations/:conversationId/messages': { id: newId(), text: 'Hola' },
    '/conversations/:conversationId/proposals': { id: newId(), end: 'from', pointId: newId() },
    '/conversations/:conversationId/proposals/:messageId/answer': { answer: 'accepted' },
    '/conversations/:conversationId/read': { upTo: 1 },
    '/conversations/:conversationId/removals': { userId: newId() },
    '/trips/:tripId/arrivals': { stopId: trip.stop(BOGOTA) },
    '/trips/:tripId/arrival-word': { arrived: false },
    '/trips/:tripId/arrivals/undo': { stopId: trip.stop(BOGOTA) },
    '/trips/:tripId/check-in': { code },
    '/trips/:tripId/check-in/name': { firstName: 'Ana', lastFour: '1234' },
    '/trips/:tripId/change-preview': { departsAt: trip.facts.departsAt.toISOString() },
    '/trips/:tripId/quote': { departsAt: trip.facts.departsAt.toISOString(), seats: 2 },
    '/admin/claims/:claimId/open': { reason: 'Escribió con su número.' },
    '/admin/claims/:claimId/account': {
      ...{ heir: false, name: 'Ana Rozo', legalIdType: 'CC', legalId: '1090200500' },
      account: { kind: 'nequi', number: '3105550123' },
      papers: 'Mostró su cédula.',
    },
    '/admin/claims/:claimId/decide': { agree: true },
    '/admin/incidents/:incidentId/notes': { body: 'Hablamos con ella.' },
    '/admin/incidents/:incidentId/close': {
      outcome: 'helped',
      answer: 'Hablamos contigo.',
      readAndCalled: true,
    },
    '/support/tickets/:ticketId/messages': { id: newId(), text: 'Hola' },
    '/support/tickets/:ticketId/rating': { rating: 5 },
    '/admin/tickets/:ticketId/take': { from: null },
    '/admin/tickets/:ticketId/hand-over': { id: newId(), from: null, to: newId() },
    '/admin/tickets/:ticketId/answers': { id: newId(), text: 'Hola' },
    '/admin/tickets/:ticketId/undo-answer': { id: newId() },
    '/admin/tickets/:ticketId/notes': { id: newId(), text: 'Hola' },
    '/bookings/:bookingId/shares': { name: 'Mamá' },
    '/trips/:tripId/shares': { name: 'Mamá' },
    '/trips/:tripId/position': { lat: 4.5, lng: -74.1, accuracyMeters: 9 },
    '/ride-requests/:rideRequestId/decline': { tripId: newId() },
    '/trips/:tripId/invitations': { rideRequestId },
    '/trips/:tripId/scans': { deviceId: newId(), deviceName: 'Celular', scans: [scan] },
  }
}
