import { withdrawalReference } from '#contract/withdrawal-reference.ts'

/** Addresses of the screens of the team that show one person, trip, payment, ticket … */
export const deskLinks = {
  people: () => '/admin/people',
  person: (id: string) => `/admin/people/${id}`,
  road: (tripId?: string) => `/admin/road${tripId ? `?viaje=${tripId}` : ''}`,
  trips: (search = '') => `/admin/trips${search}`,
  trip: (id: string) => `/admin/trips/${id}`,
  bookings: (search = '') => `/admin/bookings${search}`,
  booking: (id: string) => `/admin/bookings/${id}`,
  payments: (search = '') => `/admin/payments${search}`,
  payment: (id: string) => `/admin/payments/${id}`,
  withdrawal: (reference: string) => `/admin/withdrawals?solo=${reference}`,
  incident: (id: string) => `/admin/incidents/${id}`,
  ticket: (id: string) => `/admin/tickets?caso=${id}`,
  report: (id: string) => `/admin/conduct?solo=${id}`,
  dispute: (bookingId: string) => `/admin/disputes?solo=${bookingId}`,
  paymentCase: (id: string) => `/admin/payment-cases?solo=${id}`,
  claim: (id: string) => `/admin/claims?solo=${id}`,
  ledger: (search = '') => `/admin/ledger${search}`,
  account: (id: string) => `/admin/ledger/accounts/${id}`,
  transfer: (id: string) => `/admin/ledger/transfers/${id}`,
}

/** Address of the screen that shows the cause of a movement; null if no screen shows it. */
export function causeLink({ kind, id }: { kind: string; id: string }): string | null {
  if (kind === 'booking') return deskLinks.booking(id)
  if (kind === 'payment') return deskLinks.payment(id)
  return kind === 'withdrawal' ? deskLinks.withdrawal(withdrawalReference(id)) : null
}
