import { type ProfileSection, profileSections } from '#contract/web-pages.ts'
import { carlos, DEMO_PASSWORD, newcomer, passengers, staff } from '#server/demo/people.ts'
import { derivedId } from '#server/platform/ids.ts'

export type Screen = {
  name: string
  path: string
  as: 'visitor' | 'passenger' | 'driver' | 'newcomer' | 'verifier' | 'support' | 'finance' | 'admin'
  /** Text that appears when the screen has its data. */
  ready?: RegExp
  /** Set when another address of this list shows the same screen: only that one is checked. */
  isAlias?: true
}

const pages = [
  '/',
  '/login',
  '/signup',
  '/recuperar-cuenta',
  '/about',
  '/benefits',
  '/how-it-works',
  '/safety',
  '/terms-and-conditions',
  '/privacidad',
  '/contact',
  '/ayuda',
  '/navegador',
  '/viajes',
  '/links',
  '/create-user',
]

const linksAliases = ['/social', '/qr']

/**
 * Return addresses of a sign-in; without a sign-in begun in this browser they end at the login
 * page.
 */
const callback = '/auth/callback'
const otherCallbacks = ['/callback', '/auth/lat-callback', '/lat-callback', '/Registro']

/** Screens of queues of the team, with cases of the demonstration. */
const queues = ['tickets', 'disputes', 'conduct', 'appeals', 'rating-cases', 'reward-reviews']

/** Account to sign in with, by kind of screen; undefined for visitors. */
export const demoEmails: Record<Screen['as'], string | undefined> = {
  visitor: undefined,
  passenger: passengers[0]?.email,
  driver: carlos.email,
  newcomer: newcomer.email,
  verifier: staff[3]?.email,
  support: staff[2]?.email,
  finance: staff[1]?.email,
  admin: staff[0]?.email,
}

type Own = (name: string, path: string, as: Screen['as'], ready?: RegExp) => Screen

function notificationScreens(own: Own, conversationId: string): Screen[] {
  return [
    own('messages', '/mensajes', 'passenger', /Bogotá → Ibagué/),
    own('conversation', `/mensajes/${conversationId}`, 'passenger', /Escríbele a/),
    own('notifications', '/notifications', 'passenger', /solicitud|confirmado|Todavía no hay/),
    own('notification-preferences', '/notifications/preferences', 'passenger', /Avisarme/),
    own('notification-unsubscribe', '/notifications/unsubscribe?token=trips.x', 'visitor'),
  ]
}

const NOTHING = '01890000-0000-7000-8000-000000000000'

function accountScreens(own: Own): Screen[] {
  return [
    own('seguir', '/seguir', 'visitor', /ya no muestra/),
    own('soporte', '/soporte', 'passenger', /No has escrito a soporte/),
    own('soporte-new', '/soporte?nuevo=1', 'passenger', /Sobre qué es/),
    own('soporte-guest', '/soporte', 'visitor', /Tu correo/),
    own('soporte-link', '/soporte#x', 'visitor', /no abre ningún caso/),
    own('mis-datos', '/mis-datos', 'passenger', /Pedir una copia/),
    own('invitation', '/seguir#contacto.x', 'visitor', /no sirve/),
    own('trusted-contact', '/contacto-de-confianza', 'passenger', /Elige a alguien/),
    own('conducta', '/conducta', 'passenger', /Tu cuenta está al día/),
    own('documents', '/documents', 'newcomer'),
    own('vehicles-unread', '/vehicles', 'newcomer'),
    own(
      'version',
      `/bookings/${NOTHING}/version`,
      'passenger',
      /No encontramos es(?:e reclamo|a reserva)/,
    ),
  ]
}

/** What shows that a page under "Mi cuenta" is there, where it is not its title. */
const profileReady: Partial<Record<ProfileSection, RegExp>> = {
  sesiones: /Esta sesión/,
  bloqueos: /A nadie/,
  mujer: /Soy mujer/,
}

/** Those that only have rows look like `seguridad`. */
const profileScreens = (own: Own): Screen[] =>
  profileSections
    .filter((section) => section !== 'viajar' && section !== 'conducir')
    .map((section) =>
      own(`profile-${section}`, `/profile/${section}`, 'passenger', profileReady[section]),
    )

function signInScreens(own: Own, booking: string): Screen[] {
  const gate = `/login?returnTo=${encodeURIComponent(booking)}`
  return [
    own('login-error', '/login?error=oauth_failed', 'visitor'),
    own('login-trip', gate, 'visitor', /por cupo/),
    own('recover', '/recuperar?token=x', 'visitor'),
    own('confirm-email', '/confirmar-correo?token=x', 'visitor'),
    own('confirm-address', '/confirmar-cuenta?token=x', 'visitor'),
    own('undo-email', '/deshacer-correo?token=x', 'visitor'),
  ]
}

function driverScreens(own: Own, { tripId, route }: { tripId: string; route: string }): Screen[] {
  return [
    own('publish', '/publish', 'driver'),
    own('publish-route', `/publish?${route}`, 'driver', /Tu camino/),
    own('my-trips-driver', '/my-trips?ver=conductor', 'driver'),
    own('trip-driver', `/trips/${tripId}?ver=conductor`, 'driver', /Recorrido/),
    own('trip-edit', `/trips/${tripId}/edit`, 'driver'),
    own('run', `/trips/${tripId}/run`, 'driver', /^Sigue/),
    own('scan', `/trips/${tripId}/scan`, 'driver'),
    own('vehicles', '/vehicles', 'driver'),
    own('ask-none', `/bookings/${tripId}/pregunta`, 'driver', /No encontramos esa pregunta/),
  ]
}

/** Returns every screen with the demonstration data and real ids; `date` is a day with trips. */
export async function screensOf(url: string, date: string): Promise<Screen[]> {
  const route = 'from=11001&to=76001'
  const search = await searchWithTrips(url, '73001', '76001', date)
  const token = await tokenOf(url, passengers[0]?.email ?? '')
  const { bookings } = await get(url, '/bookings?scope=upcoming', token)
  // The passenger's confirmed seat is in a trip of the printed driver.
  const confirmed = bookings.filter(({ status }) => status === 'confirmed') as Listed['bookings']
  const { tripId, id: bookingId, from, to } = confirmed[0]
  const driverId = await driverOf(url, tripId)
  const past: Listed = await get(url, '/bookings?scope=past', token)
  const lost = past.bookings.find(({ status }) => status === 'trip_cancelled')
  const part = `from=${from.id}&to=${to.id}`
  const own = (name: string, path: string, as: Screen['as'], ready?: RegExp): Screen => ({
    name,
    path,
    as,
    ...(ready ? { ready } : {}),
  })
  return [
    ...pages.map((path) => own(path === '/' ? 'home' : path.slice(1), path, 'visitor')),
    own('viajes-corridor', '/viajes/bogota/medellin', 'visitor', /Cuánto cuesta/),
    own('viajes-unknown', '/viajes/bogota/no-existe', 'visitor', /no tiene página/),
    own('no-encontrada', '/no-existe', 'visitor'),
    own('search', `/trips?${search}`, 'visitor'),
    own(
      'search-filtered',
      `/trips?${search}&filtros=billetera&orden=precio`,
      'visitor',
      /encontrado/,
    ),
    own('search-map', `/trips?${search}&vista=mapa`, 'visitor', /Desde Ibagué · /),
    own('search-change', `/trips?from=50001&to=15001&date=${date}`, 'visitor', /cambio sí llegas/),
    own('search-empty', `/trips?from=41001&to=08001&date=${date}`, 'visitor'),
    own('trip', `/trips/${tripId}?${part}`, 'visitor', /Recorrido/),
    own('person', `/personas/${driverId}`, 'visitor', /En Cupo desde/),
    own('safe-points', '/safe-points', 'visitor', /Municipios con puntos/),
    own('safe-points-place', '/safe-points?lugar=11001', 'passenger', /El Salitre/),
    ...communityScreens(own),
    own('profile', '/profile', 'passenger', /Por dónde me avisan/),
    ...profileScreens(own),
    own('callback', callback, 'visitor'),
    ...[...otherCallbacks, ...linksAliases].map((path) => {
      return { ...own(path.slice(1).replaceAll('/', '-'), path, 'visitor'), isAlias: true } as const
    }),
    ...signInScreens(own, `/trips/${tripId}/book?${part}`),
    own('team-invitation', '/invitacion-equipo?token=x', 'passenger', /Aceptas con esta cuenta/),
    own('confirmation-alias', '/Confirmacion/Pago', 'passenger'),
    own('wallet', '/wallet', 'passenger', /Saldo disponible/),
    own('retirar', '/retirar', 'passenger', /Puedes retirar/),
    own('ganancias', '/ganancias', 'driver', /Esta semana/),
    own('ganancias-none', '/ganancias', 'passenger', /Todavía no tienes ganancias/),
    own('confirmation', '/confirmacion-pago?reference=CUPO-desconocida', 'passenger'),
    own('my-trips', '/my-trips', 'passenger'),
    ...notificationScreens(own, await conversationOf(url, tripId, token)),
    ...accountScreens(own),
    own('alerts', '/alerts', 'passenger', /No buscas cupo|Buscar de nuevo/),
    own('alerts-new', `/alerts?from=41001&to=08001&since=${date}`, 'visitor', /Primer día/),
    own('list', `/alerts?${search}&max=90000&buys=1`, 'passenger', /Salir desde/),
    own('alerts-mail', '/alerts?token=x', 'visitor', /Este enlace no sirve/),
    ...rideRequestScreens(own, `${route}&date=${date}`),
    own('booking', `/bookings/${bookingId}`, 'passenger'),
    own('rescue', `/bookings/${lost?.id}/otro-carro`, 'passenger', /Te guardamos|otro carro/),
    own('booking-lost', `/bookings/${lost?.id}`, 'passenger', /canceló el viaje/),
    own('book', `/trips/${tripId}/book?${part}`, 'passenger'),
    own('book-connection', await connectionOf(url, search), 'passenger', /Reserva tu viaje con/),
    ...driverScreens(own, { tripId, route }),
    ...teamScreens(own),
    ...deskScreens(own, { driverId, tripId, bookingId, ...(await moneyOf(url, token)) }),
  ]
}

type DeskIds = Record<
  'driverId' | 'tripId' | 'bookingId' | 'paymentId' | 'accountId' | 'transferId',
  string
>

/** Screens for look-ups of the team. */
function deskScreens(own: MakeScreen, ids: DeskIds): Screen[] {
  return [
    own('desk-people', '/admin/people', 'support', /Encuentra a alguien/),
    own('desk-person', `/admin/people/${ids.driverId}`, 'support', /Viajes que publicó/),
    own('desk-road', '/admin/road', 'support', /Por salir hasta medianoche/),
    own('desk-trips', '/admin/trips', 'support', /Descargar CSV/),
    own('desk-trip', `/admin/trips/${ids.tripId}`, 'support', /Cupos por tramo/),
    own('desk-bookings', '/admin/bookings', 'support', /Descargar CSV/),
    own('desk-booking', `/admin/bookings/${ids.bookingId}`, 'support', /Qué pasó/),
    own('desk-day', '/admin/day', 'finance', /Últimos 14 días/),
    own('desk-payments', '/admin/payments', 'finance', /Descargar CSV/),
    own('desk-payment', `/admin/payments/${ids.paymentId}`, 'finance', /Preguntas a la pasarela/),
    own('desk-fund', '/admin/fund', 'finance', /Reglas que valen hoy/),
    own('desk-ledger', '/admin/ledger', 'finance', /gateway:wompi/),
    own('desk-account', `/admin/ledger/accounts/${ids.accountId}`, 'finance', /Calculado con/),
    own('desk-transfer', `/admin/ledger/transfers/${ids.transferId}`, 'finance', /misma causa/),
  ]
}

/** Ids of the wallet, its first top-up and the movement of the top-up. */
async function moneyOf(url: string, token: string) {
  const { wallet_id: accountId } = await get(url, '/wallet/balance', token)
  const { transactions } = await get(url, '/wallet/transactions?limit=50', token)
  // References of bookings are shorter than those of top-ups.
  const topUp = transactions.findLast(({ reference }) => /^CUPO-\w{32}$/.test(reference ?? ''))
  const hex = topUp?.reference?.replace('CUPO-', '') ?? ''
  const paymentId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { paymentId, accountId, transferId: String(topUp?.id) }
}

/** Screens of the team: `web/features/admin/admin-screens.ts`. */
function teamScreens(own: MakeScreen): Screen[] {
  return [
    own(
      'safe-points-wanted',
      '/admin/safe-points?caso=pedidos',
      'support',
      /más pedidos sin punto/,
    ),
    own('safe-points-vet', '/admin/safe-points?estado=vetted', 'support', /\d+ puntos/),
    ...queues.map((queue) =>
      own(queue, `/admin/${queue}`, 'support', /No hay \w+ aquí|\d+ (caso|reclamo|apelaci)/),
    ),
    own('payment-cases', '/admin/payment-cases', 'finance', /\d+ casos/),
    own('withdrawals', '/admin/withdrawals', 'finance', /\d+ retiros?/),
    own('claims', '/admin/claims', 'support', /Reclamo|No hay cuentas/),
    own('months', '/admin/months', 'finance', /Todavía no hay|Cerrar \w+ de \d+/),
    own('verification', '/admin/verification', 'verifier'),
    own('signatures', '/admin/signatures', 'finance', /Nada espera tu firma|Firmó primero/),
    own('admin', '/admin', 'support', /En la vía ahora/),
    own('audit', '/admin/audit', 'admin', /· documento |Nada con estos filtros/),
    own('second-factor', '/admin/second-factor', 'admin', /Lo que usas/),
    own('deliveries', '/admin/deliveries', 'support', /Se abandonó/),
    own('incidents', '/admin/incidents', 'support', /\d+ incidentes/),
    ...['open', 'taken'].map((story) => {
      const path = `/admin/incidents/${derivedId('demo.incident', story)}`
      return own(`incident-${story}`, path, 'support', /Léelo tal cual/)
    }),
    own('duty', '/admin/duty', 'support', /Quién puede hacer guardia/),
    own('rewards-admin', '/admin/rewards', 'support', /El catálogo está vacío/),
    own('dashboard', '/admin/cifras?dias=90', 'finance', /Demanda sin oferta/),
    own('prices', '/admin/prices', 'finance', /Proponer un precio/),
    own('terms', '/admin/terms', 'admin', /Vale desde/),
    own('browser-reports', '/admin/browser-reports', 'support', /Todavía no hay|Por página/),
    own('switches', '/admin/switches', 'admin', /Siempre ha estado encendido/),
    own('team', '/admin/team', 'admin', /(Con|Sin) segundo paso/),
  ]
}

type MakeScreen = (name: string, path: string, as: Screen['as'], ready?: RegExp) => Screen

function rideRequestScreens(own: MakeScreen, search: string): Screen[] {
  return [
    own('alerts-shown', `/alerts?${search}&hours=06:00-20:00`, 'passenger', /Salir desde/),
    own('demanda', '/demanda', 'driver', /Lo más buscado|Nadie busca/),
    own('demanda-way', `/demanda?${search}`, 'driver', /por tu camino|Nadie busca/),
  ]
}

function communityScreens(own: MakeScreen): Screen[] {
  return [
    own('impacto', '/impacto', 'passenger', /Cómo lo calculamos/),
    own('recompensas', '/recompensas', 'passenger', /Cómo se ganan/),
    own('invita', '/invita', 'passenger', /A quién invitaste/),
    own('invita-unknown', '/invita/ZZZZ9999', 'visitor', /No encontramos esa invitación/),
  ]
}

/** Address of the search on the day, or on the nearest day with trips on that route. */
async function searchWithTrips(url: string, from: string, to: string, date: string) {
  const onDay = (day: string) => `from=${from}&to=${to}&date=${day}`
  const answer = await fetch(`${url}/api/trips/search?${onDay(date)}`)
  const found = (await answer.json()) as { total: number; nearbyDates: { date: string }[] }
  return onDay(found.total > 0 ? date : (found.nearbyDates[0]?.date ?? date))
}

/** Address of the review of two trips of a search as if they were a trip with one change. */
async function connectionOf(url: string, search: string): Promise<string> {
  const found = (await (await fetch(`${url}/api/trips/search?${search}`)).json()) as {
    results: { tripId: string; fromStopId: string; toStopId: string }[]
  }
  const parts = [found.results.at(0), found.results.at(-1)]
  const query = parts.map((part, at) => {
    return `p${at + 1}=${part?.tripId}.${part?.fromStopId}.${part?.toStopId}`
  })
  return `/connections/book?${query.join('&')}`
}

async function driverOf(url: string, tripId: string): Promise<string> {
  const { trip } = (await (await fetch(`${url}/api/trips/${tripId}`)).json()) as {
    trip: { driver: { id: string } }
  }
  return trip.driver.id
}

/** Opens the passenger's conversation with the driver, without messages. */
async function conversationOf(url: string, tripId: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/trips/${tripId}/conversations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  return ((await answer.json()) as { conversation: { id: string } }).conversation.id
}

async function tokenOf(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

type Booked = {
  id: string
  tripId: string
  status: string
  from: { id: string }
  to: { id: string }
}

type Listed = {
  bookings: [Booked, ...Booked[]]
  wallet_id: string
  transactions: { id: string; reference: string | null }[]
}

async function get(url: string, path: string, token: string): Promise<Listed> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/api${path}`, { headers })).json() as Promise<Listed>
}
