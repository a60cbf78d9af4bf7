type Part = { from?: string | undefined; to?: string | undefined; seats?: number | undefined }

/**
 * Keys of the query cache. Invalidate by prefix: `['trip', id]` invalidates every part of that
 * trip.
 */
export const queryKeys = {
  places: (ids: readonly string[]) => ['places', ...ids] as const,
  placePoints: (ids: readonly string[]) => ['place-points', ...ids] as const,
  search: (query: object) => ['search', query] as const,
  trip: (tripId: string, part: Part = {}) => ['trip', tripId, part] as const,
  bookingTerms: (tripId: string) => ['trip', tripId, 'booking-terms'] as const,
  changePreview: (tripId: string, moment: string | null) =>
    ['trip', tripId, 'change-preview', moment] as const,
  cancelPreview: (tripId: string) => ['trip', tripId, 'cancel-preview'] as const,
  passengers: (tripId: string) => ['passengers', tripId] as const,
  boarding: (tripId: string, ownerId: string) => ['boarding', tripId, ownerId] as const,
  runSheet: (tripId: string, ownerId: string) => ['run-sheet', tripId, ownerId] as const,
  journey: (tripId: string) => ['journey', tripId] as const,
  keptScans: (tripId: string, ownerId: string) => ['kept-scans', tripId, ownerId] as const,
  keptPack: (tripId: string) => ['kept-pack', tripId] as const,
  booking: (bookingId: string) => ['booking', bookingId] as const,
  ticket: (bookingId: string) => ['ticket', bookingId] as const,
  bookings: (scope: 'upcoming' | 'past', page = 1) => ['bookings', scope, page] as const,
  publishedTrips: () => ['published-trips'] as const,
  tripSeries: () => ['trip-series'] as const,
  agenda: () => ['agenda'] as const,
  notifications: () => ['notifications'] as const,
  alerts: () => ['alerts'] as const,
  mailedAlert: (token: string) => ['mailed-alert', token] as const,
  tripWarnings: (body: object) => ['trip-warnings', body] as const,
  sessions: () => ['sessions'] as const,
  vehicles: () => ['vehicles'] as const,
  sameNumbers: () => ['same-numbers'] as const,
  documents: () => ['documents'] as const,
  reviewTime: () => ['review-time'] as const,
  image: (documentId: string) => ['image', documentId] as const,
  safePointPlaces: () => ['safe-points', 'places'] as const,
  safePoints: (placeId: string, viewerId: string | null) =>
    ['safe-points', 'in', placeId, viewerId] as const,
  safePointQueue: (tab: string, page: number) => ['safe-points', 'queue', tab, page] as const,
  paymentCases: (tab: string, page: number) => ['payment-cases', tab, page] as const,
  disputes: (tab: string, page: number) => ['disputes', tab, page] as const,
  person: (userId: string) => ['person', userId] as const,
  driverMarks: (driverId: string) => ['driver-marks', driverId] as const,
  reviews: (status: string, page: number) => ['reviews', status, page] as const,
  way: (query: object) => ['way', query] as const,
  ways: (query: object) => ['ways', query] as const,
  quote: (body: object) => ['quote', body] as const,
  seatKeep: () => ['seat-keep'] as const,
  balance: () => ['wallet', 'balance'] as const,
  transactions: (page: number) => ['wallet', 'transactions', page] as const,
  payment: (userId: string, target: object | null) => ['payment', userId, target] as const,
} as const
