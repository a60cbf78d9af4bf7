/**
 * Address patterns of all pages of the site; reports of browsers are grouped by them. A test
 * compares the list with web/routes.ts and with the screens of the team.
 */
export const webPages = [
  '/',
  '/Confirmacion/Pago',
  '/Registro',
  '/about',
  '/admin',
  '/admin/appeals',
  '/admin/audit',
  '/admin/bookings',
  '/admin/bookings/:bookingId',
  '/admin/browser-reports',
  '/admin/cifras',
  '/admin/claims',
  '/admin/conduct',
  '/admin/day',
  '/admin/deliveries',
  '/admin/disputes',
  '/admin/duty',
  '/admin/fund',
  '/admin/incidents',
  '/admin/incidents/:incidentId',
  '/admin/ledger',
  '/admin/ledger/accounts/:ledgerAccountId',
  '/admin/ledger/transfers/:transferId',
  '/admin/months',
  '/admin/payment-cases',
  '/admin/payments',
  '/admin/payments/:paymentId',
  '/admin/people',
  '/admin/people/:userId',
  '/admin/prices',
  '/admin/rating-cases',
  '/admin/reward-reviews',
  '/admin/rewards',
  '/admin/road',
  '/admin/safe-points',
  '/admin/second-factor',
  '/admin/signatures',
  '/admin/switches',
  '/admin/team',
  '/admin/terms',
  '/admin/tickets',
  '/admin/trips',
  '/admin/trips/:tripId',
  '/admin/verification',
  '/admin/withdrawals',
  '/alerts',
  '/auth/callback',
  '/auth/lat-callback',
  '/ayuda',
  '/navegador',
  '/benefits',
  '/bookings/:bookingId',
  '/bookings/:bookingId/otro-carro',
  '/bookings/:bookingId/pregunta',
  '/bookings/:bookingId/version',
  '/callback',
  '/conducta',
  '/confirmacion-pago',
  '/confirmar-correo',
  '/confirmar-cuenta',
  '/connections/book',
  '/contact',
  '/contacto-de-confianza',
  '/create-user',
  '/demanda',
  '/deshacer-correo',
  '/documents',
  '/ganancias',
  '/how-it-works',
  '/impacto',
  '/invita',
  '/invita/:code',
  '/invitacion-equipo',
  '/lat-callback',
  '/links',
  '/login',
  '/mensajes',
  '/mensajes/:conversationId',
  '/mis-datos',
  '/my-trips',
  '/notifications',
  '/notifications/preferences',
  '/notifications/unsubscribe',
  '/personas/:userId',
  '/privacidad',
  '/profile',
  '/profile/:section',
  '/publish',
  '/qr',
  '/recompensas',
  '/recuperar',
  '/recuperar-cuenta',
  '/retirar',
  '/safe-points',
  '/safety',
  '/seguir',
  '/signup',
  '/social',
  '/soporte',
  '/terms-and-conditions',
  '/trips',
  '/trips/:tripId',
  '/trips/:tripId/book',
  '/trips/:tripId/edit',
  '/trips/:tripId/run',
  '/trips/:tripId/scan',
  '/vehicles',
  '/viajes',
  '/viajes/:from/:to',
  '/wallet',
] as const

/** Pages of "Mi cuenta", `/profile/<section>`. Screens and messages link to them. */
export const profileSections = [
  'datos',
  'seguridad',
  'viajar',
  'conducir',
  'correo',
  'contrasena',
  'cuentas',
  'sesiones',
  'bloqueos',
  'mujer',
] as const
export type ProfileSection = (typeof profileSections)[number]

/** Stands for any address that the site does not have. */
export const OTHER_PAGE = 'other'

const partsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)

/** Returns the pattern of an address without its values, such as `/trips/:tripId`. */
export function pageOf(pathname: string): string {
  const parts = partsOf(pathname)
  const fits = (pattern: string) => {
    const wanted = partsOf(pattern)
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  }
  return webPages.find(fits) ?? OTHER_PAGE
}

const known: ReadonlySet<string> = new Set(webPages)

/** Returns the pattern that a browser sent if the site has it; otherwise `OTHER_PAGE`. */
export function knownPage(pattern: string): string {
  return known.has(pattern) ? pattern : OTHER_PAGE
}
