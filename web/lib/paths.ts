import type { ProfileSection } from '#contract/web-pages.ts'
import { safeReturnTo } from './return-to.ts'

type Value = string | number | null | undefined

function withQuery(path: string, query: Record<string, Value>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

const id = encodeURIComponent
const TERMS = '/terms-and-conditions'

/** Search parameters: DIVIPOLA codes, day in Bogotá (absent = today), seats (absent = 1). */
export type SearchParams = {
  from?: string | null
  to?: string | null
  date?: string | null
  seats?: number | null
}

/** Segment of a trip: ids of the stops where the passenger boards and leaves. */
export type SegmentParams = { from?: string | null; to?: string | null; seats?: number | null }

/** The booking of a segment; `kept` says that seats are kept for it. */
export type BookFrom = SegmentParams & { kept?: boolean }

/** `<tripId>.<fromStopId>.<toStopId>`, where a stop is `<tripId>.<seq>`. */
type ConnectionPart = { tripId: string; fromStopId: string; toStopId: string }
const partText = (part: ConnectionPart) => [part.tripId, part.fromStopId, part.toStopId].join('.')

/** A wanted trip, which fills in the form of alerts and ride requests. */
export type AlertParams = SearchParams & {
  since?: string | null
  until?: string | null
  maxPrice?: number | null
  /** Hours of departure that drivers see, `06:00-20:00`; absent: drivers do not see it. */
  hours?: string | null
  /** Opens the form of a list that buys. */
  buys?: boolean
  /** Hours and wishes of that list, as `wishesText` writes them. */
  wishes?: string | null
}

/** All links of the site; screens must use these functions instead of literal addresses. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  howItWorks: () => '/how-it-works',
  safety: () => '/safety',
  benefits: () => '/benefits',
  terms: (section?: string) => (section ? `${TERMS}#${section}` : TERMS),
  privacy: () => '/privacidad',
  contact: () => '/contact',
  help: () => '/ayuda',
  support: () => '/soporte',
  links: () => '/links',
  download: () => '/#descarga',
  login: (returnTo?: string | null) => withQuery('/login', { returnTo: safeReturnTo(returnTo) }),
  /** The login page with an error code, never a sentence: a link can carry any text. */
  loginAfter: (error: string, returnTo?: string | null) =>
    withQuery('/login', { error, returnTo: safeReturnTo(returnTo) }),
  signup: (returnTo?: string | null) => withQuery('/signup', { returnTo: safeReturnTo(returnTo) }),
  /** Asks for a new password by mail, without a failed login before. */
  recovery: (returnTo?: string | null) =>
    withQuery('/recuperar-cuenta', { returnTo: safeReturnTo(returnTo) }),
  wallet: (query: { returnTo?: string | null; amount?: number | null } = {}) =>
    withQuery('/wallet', { returnTo: safeReturnTo(query.returnTo), amount: query.amount }),
  walletAfterPayment: () => '/wallet?payment_return=true',
  paymentConfirmation: (reference?: string | null) =>
    withQuery('/confirmacion-pago', { payment_return: reference ? 'true' : null, reference }),
  search: ({ from, to, date, seats }: SearchParams = {}) =>
    withQuery('/trips', { from, to, date, seats }),
  messages: () => '/mensajes',
  conversation: (conversationId: string) => `/mensajes/${id(conversationId)}`,
  notifications: () => '/notifications',
  notificationPreferences: () => '/notifications/preferences',
  corridors: () => '/viajes',
  /** The page of a popular corridor, by the slugs of its cities. */
  corridor: (from: string, to: string) => `/viajes/${id(from)}/${id(to)}`,
  trip: (tripId: string, { from, to, seats }: SegmentParams = {}) =>
    withQuery(`/trips/${id(tripId)}`, { from, to, seats }),
  /** The trip for its driver: the first HTML reserves space for the driver's content. */
  ownTrip: (tripId: string) => withQuery(`/trips/${id(tripId)}`, { ver: 'conductor' }),
  book: (tripId: string, { from, to, seats, kept }: BookFrom) =>
    // Seats are kept only while somebody tops up, to pay from the wallet.
    withQuery(`/trips/${id(tripId)}/book`, {
      ...{ from, to, seats },
      ...(kept && { pago: 'billetera' }),
    }),
  /** The booking of both parts of a trip with one change, at the point of the change. */
  bookConnection: (
    [one, two]: readonly [ConnectionPart, ConnectionPart] | readonly [] = [],
    point?: string,
    seats?: number,
  ) =>
    withQuery('/connections/book', {
      p1: one && partText(one),
      p2: two && partText(two),
      ...{ point, seats },
    }),
  editTrip: (tripId: string) => `/trips/${id(tripId)}/edit`,
  runSheet: (tripId: string) => `/trips/${id(tripId)}/run`,
  scanner: (tripId: string) => `/trips/${id(tripId)}/scan`,
  booking: (bookingId: string) => `/bookings/${id(bookingId)}`,
  /** The car that is kept after a driver failed. */
  rescue: (bookingId: string) => `/bookings/${id(bookingId)}/otro-carro`,
  /** A driver's answer to a person whose own driver failed. */
  ask: (bookingId: string) => `/bookings/${id(bookingId)}/pregunta`,
  ticket: (bookingId: string) => `/bookings/${id(bookingId)}#tiquete`,
  myTrips: (tab?: 'pasajero' | 'conductor') => withQuery('/my-trips', { ver: tab }),
  publish: ({ from, to, date }: Omit<SearchParams, 'seats'> = {}) =>
    withQuery('/publish', { from, to, date }),
  alerts: ({ maxPrice: max, from, to, since, until, seats, ...more }: AlertParams = {}) => {
    const { date, hours, buys, wishes } = more
    const asked = { from, to, since, until, seats, max, date, hours, wishes }
    return withQuery('/alerts', { ...asked, buys: buys ? 1 : null })
  },
  /** The public profile of a person. */
  person: (userId: string) => `/personas/${id(userId)}`,
  profile: (section?: ProfileSection) => (section ? `/profile/${section}` : '/profile'),
  myData: () => '/mis-datos',
  vehicles: (returnTo?: string | null) =>
    withQuery('/vehicles', { returnTo: safeReturnTo(returnTo) }),
  /** The documents of a driver: identity, licence and cars; leads back to `returnTo`. */
  documents: (vehicleId?: string | null, returnTo?: string | null) => {
    const back = { returnTo: safeReturnTo(returnTo) }
    return vehicleId
      ? `${withQuery('/documents', back)}#vehiculo-${id(vehicleId)}`
      : withQuery('/documents', { para: 'conductor', ...back })
  },
  /** The identity alone, and for trips for women the declaration; leads back to `returnTo`. */
  identity: (returnTo?: string | null, needs: 'identidad' | 'mujer' = 'identidad') =>
    withQuery('/documents', { para: needs, returnTo: safeReturnTo(returnTo) }),
  safePoints: (placeId?: string | null) => withQuery('/safe-points', { lugar: placeId }),
  conduct: () => '/conducta',
  /** The back office; its screens are in web/features/admin/admin-screens.ts. */
  admin: () => '/admin',
  apiDocs: () => '/api/docs',
} as const
