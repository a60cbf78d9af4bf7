import { expect, it } from 'vitest'
import { paths } from './paths.ts'

const TRIP = '019a9b1e'

it('returns the expected address of every link of the site', () => {
  const all: Record<keyof typeof paths, string> = {
    home: paths.home(),
    about: paths.about(),
    terms: paths.terms('privacy'),
    privacy: paths.privacy(),
    myData: paths.myData(),
    contact: paths.contact(),
    help: paths.help(),
    support: paths.support(),
    links: paths.links(),
    howItWorks: paths.howItWorks(),
    safety: paths.safety(),
    benefits: paths.benefits(),
    download: paths.download(),
    login: paths.login('/wallet?amount=1'),
    recovery: paths.recovery('/wallet'),
    loginAfter: paths.loginAfter('oauth_failed'),
    signup: paths.signup(),
    wallet: paths.wallet({ returnTo: '/trips/x/book', amount: 12_000 }),
    walletAfterPayment: paths.walletAfterPayment(),
    paymentConfirmation: paths.paymentConfirmation('CUPO-1'),
    search: paths.search({ from: '73001', to: '76001', date: '2026-11-20', seats: 2 }),
    corridors: paths.corridors(),
    corridor: paths.corridor('bogota', 'santa-marta'),
    trip: paths.trip(TRIP, { from: `${TRIP}.2`, to: `${TRIP}.5` }),
    ownTrip: paths.ownTrip(TRIP),
    book: paths.book(TRIP, { from: `${TRIP}.2`, to: `${TRIP}.5`, seats: 1 }),
    bookConnection: paths.bookConnection(
      [
        { tripId: 't1', fromStopId: 't1.2', toStopId: 't1.5' },
        { tripId: 't2', fromStopId: 't2.0', toStopId: 't2.4' },
      ],
      'p1',
      2,
    ),
    editTrip: paths.editTrip(TRIP),
    runSheet: paths.runSheet(TRIP),
    scanner: paths.scanner(TRIP),
    booking: paths.booking('b/1'),
    rescue: paths.rescue('b1'),
    ask: paths.ask('b1'),
    ticket: paths.ticket('b1'),
    myTrips: paths.myTrips('conductor'),
    messages: paths.messages(),
    conversation: paths.conversation('c1'),
    notifications: paths.notifications(),
    notificationPreferences: paths.notificationPreferences(),
    alerts: paths.alerts({ from: '73001', to: '76001', since: '2026-11-20', maxPrice: 60_000 }),
    publish: paths.publish(),
    person: paths.person('u1'),
    profile: paths.profile(),
    vehicles: paths.vehicles(),
    documents: paths.documents(),
    identity: paths.identity('/trips/x?seats=1', 'mujer'),
    safePoints: paths.safePoints('11001'),
    conduct: paths.conduct(),
    admin: paths.admin(),
    apiDocs: paths.apiDocs(),
  }
  expect(all).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "admin": "/admin",
      "alerts": "/alerts?from=73001&to=76001&since=2026-11-20&max=60000",
      "apiDocs": "/api/docs",
      "ask": "/bookings/b1/pregunta",
      "benefits": "/benefits",
      "book": "/trips/019a9b1e/book?from=019a9b1e.2&to=019a9b1e.5&seats=1",
      "bookConnection": "/connections/book?p1=t1.t1.2.t1.5&p2=t2.t2.0.t2.4&point=p1&seats=2",
      "booking": "/bookings/b%2F1",
      "conduct": "/conducta",
      "contact": "/contact",
      "conversation": "/mensajes/c1",
      "corridor": "/viajes/bogota/santa-marta",
      "corridors": "/viajes",
      "documents": "/documents?para=conductor",
      "download": "/#descarga",
      "editTrip": "/trips/019a9b1e/edit",
      "help": "/ayuda",
      "home": "/",
      "howItWorks": "/how-it-works",
      "identity": "/documents?para=mujer&returnTo=%2Ftrips%2Fx%3Fseats%3D1",
      "links": "/links",
      "login": "/login?returnTo=%2Fwallet%3Famount%3D1",
      "loginAfter": "/login?error=oauth_failed",
      "messages": "/mensajes",
      "myData": "/mis-datos",
      "myTrips": "/my-trips?ver=conductor",
      "notificationPreferences": "/notifications/preferences",
      "notifications": "/notifications",
      "ownTrip": "/trips/019a9b1e?ver=conductor",
      "paymentConfirmation": "/confirmacion-pago?payment_return=true&reference=CUPO-1",
      "person": "/personas/u1",
      "privacy": "/privacidad",
      "profile": "/profile",
      "publish": "/publish",
      "recovery": "/recuperar-cuenta?returnTo=%2Fwallet",
      "rescue": "/bookings/b1/otro-carro",
      "runSheet": "/trips/019a9b1e/run",
      "safePoints": "/safe-points?lugar=11001",
      "safety": "/safety",
      "scanner": "/trips/019a9b1e/scan",
      "search": "/trips?from=73001&to=76001&date=2026-11-20&seats=2",
      "signup": "/signup",
      "support": "/soporte",
      "terms": "/terms-and-conditions#privacy",
      "ticket": "/bookings/b1#tiquete",
      "trip": "/trips/019a9b1e?from=019a9b1e.2&to=019a9b1e.5",
      "vehicles": "/vehicles",
      "wallet": "/wallet?returnTo=%2Ftrips%2Fx%2Fbook&amount=12000",
      "walletAfterPayment": "/wallet?payment_return=true",
    }
  `)
})

it('omits unknown parameters from an address', () => {
  expect(paths.search()).toBe('/trips')
  expect(paths.search({ from: '11001', date: null })).toBe('/trips?from=11001')
  expect(paths.wallet()).toBe('/wallet')
  expect(paths.paymentConfirmation()).toBe('/confirmacion-pago')
})

it('omits a return address on another site from the login address', () => {
  expect(paths.login('//evil.example')).toBe('/login')
})
