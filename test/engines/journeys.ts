// The main journeys, described once for every engine. Data that a journey needs is made by the use
// cases of the server; what the journey is about happens on the screens.
import type { Server } from 'node:http'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { mailedToken, pesosText } from '../e2e/people.ts'
import type { TestSite } from '../e2e/site.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  freshToken,
  matured,
  type TestUser,
} from '../factories.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '../trip-factories.ts'
import { verifyIdentity } from '../withdrawal-factories.ts'
import type { Person } from './person.ts'

export interface Stage {
  site: TestSite
  /** A person at a window of their own: a visitor, or signed in as this user. */
  enter: (user?: TestUser) => Promise<Person>
}

const main = { role: 'main' }
const PASSWORD = 'Sumapaz al alba 7'

/** A Saturday in 4 to 10 days: on weekends no plate is kept off the roads. */
function saturday({ deps }: TestSite): Date {
  const days = Array.from({ length: 7 }, (_, day) => addMs(deps.clock.now(), (day + 4) * DAY_MS))
  const found = days.find((day) => new Date(`${bogotaDate(day)}T12:00:00Z`).getUTCDay() === 6)
  return new Date(`${bogotaDate(found ?? deps.clock.now())}T10:00:00-05:00`)
}

async function aFundedPassenger({ deps }: TestSite, firstName: string): Promise<TestUser> {
  const passenger = await aUser(deps, { firstName, lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, 300_000)
  return passenger
}

async function aBooking(site: TestSite, passenger: TestUser, trip: TestTrip) {
  const seat = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI), seats: 1 }
  const request = { tripId: trip.tripId, ...seat, paymentMode: 'billetera' } as const
  return (await bookSeat(site.deps, passenger, request)).booking
}

/** A trip that starts in an hour, with a seat sold; it was published and booked hours ago. */
async function aTripOfToday(site: TestSite, driverName: string) {
  const { clock } = site.deps
  const departsAt = addMs(clock.now(), HOUR_MS)
  clock.advance(-5 * HOUR_MS)
  const driver = await aVerifiedDriver(site.deps, { firstName: driverName, lastName: 'Rojas' })
  const trip = await aTrip(site.deps, { driver, departsAt })
  const passenger = await aFundedPassenger(site, 'Camila')
  const booking = await aBooking(site, passenger, trip)
  clock.advance(5 * HOUR_MS)
  // The tokens of then have expired.
  for (const person of [driver, passenger]) person.token = await freshToken(site.deps, person)
  return { driver, trip, passenger, booking }
}

async function signUp({ site, enter }: Stage): Promise<void> {
  const email = 'irene@correo.test'
  const irene = await enter()
  await irene.open('/signup')
  await irene.type('Correo electrónico', email)
  await irene.type(/^Contraseña/, PASSWORD)
  await irene.press('checkbox', /mayor de 18 años/)
  await irene.press('button', 'Crear cuenta')
  await irene.at(/^\/wallet/)
  const token = await mailedToken(site.mail, email, /^Confirma tu correo/)
  await irene.open(`/confirmar-cuenta?token=${token}`)
  await irene.press('button', 'Confirmar mi correo')
  await irene.see({ role: 'heading', name: 'Tu correo quedó confirmado' })
}

async function signIn({ site, enter }: Stage): Promise<void> {
  const { email, password } = await aUser(site.deps)
  const person = await enter()
  await person.open('/login')
  await person.type('Correo electrónico', email)
  await person.type(/^Contraseña/, 'no es esta')
  await person.press('button', 'Iniciar sesión')
  await person.see({ text: /^Usuario o contraseña incorrectos/ })
  await person.type(/^Contraseña/, password)
  await person.press('button', 'Iniciar sesión')
  await person.at(/^\/wallet/)
  await person.open('/wallet')
  await person.see({ role: 'heading', name: 'Saldo disponible' })
}

async function searchAndBook({ site, enter }: Stage): Promise<void> {
  const departsAt = saturday(site)
  const driver = await aVerifiedDriver(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
  await aTrip(site.deps, { driver, departsAt })
  const person = await enter(await aFundedPassenger(site, 'Camila'))
  await person.open('/')
  await person.choosePlace('Desde', 'bogota', /Bogotá/)
  await person.choosePlace('Hasta', 'cali', /Cali/)
  await person.press('button', 'Buscar viaje')
  const results = new URL(await person.at(/^\/trips\?/))
  results.searchParams.set('date', bogotaDate(departsAt))
  await person.open(results.pathname + results.search)
  await person.press('link', /^Viaje de/)
  await person.press('link', /^Reservar/)
  const getsOn = person.in({ role: 'group', name: '¿Dónde te subes?' })
  await getsOn.press('radio', /^Acordar con el conductor/)
  await person.at(/sube=acordar/)
  await person.press('button', /^Reservar y pagar/)
  await person.see({ role: 'heading', name: 'Tu cupo está reservado' })
}

async function topUp({ site, enter }: Stage): Promise<void> {
  const person = await enter(await aUser(site.deps))
  await person.open('/wallet')
  await person.type(/^Monto a recargar/, '60000')
  await person.in(main).press('button', /^Recargar/)
  await person.at(/\/sandbox\/wompi\/p/)
  await person.press('button', 'Aprobar pago')
  await person.at(/^\/confirmacion-pago/)
  await person.see({ role: 'heading', name: /aprobad/i })
  await person.press('link', 'Ir a mi billetera')
  await person.in(main).see({ text: pesosText(60_000) })
}

/** Cuts all connections of a site, and takes new ones again. */
function outage({ app, url }: TestSite) {
  const server = app.server as Server
  return {
    begin() {
      server.close()
      server.closeAllConnections()
    },
    end: () => new Promise<void>((up) => server.listen(Number(new URL(url).port), '127.0.0.1', up)),
  }
}

async function openTicket({ site, enter }: Stage): Promise<void> {
  const trip = await aTrip(site.deps, { departsAt: saturday(site) })
  const passenger = await aFundedPassenger(site, 'Camila')
  const { id, code } = await aBooking(site, passenger, trip)
  const person = await enter(passenger)
  const seeCode = async () => {
    await person.see({ role: 'img', name: /QR/ })
    await person.see({ text: code })
  }
  await person.open(`/bookings/${id}`)
  // Days before the trip the code is folded away while there is a network.
  await person.click({ text: 'QR y código' })
  await seeCode()
  if (!(await person.worksOffline())) return
  const { begin, end } = outage(site)
  begin()
  try {
    await person.open(`/bookings/${id}`)
    await person.see({ text: /Tiquete guardado en este dispositivo/ })
    await seeCode()
  } finally {
    await end()
  }
}

async function publish({ site, enter }: Stage): Promise<void> {
  const person = await enter(await aVerifiedDriver(site.deps, { firstName: 'Mario' }))
  const next = (question: string) =>
    person.press('button', 'Continuar').then(() => person.see({ role: 'heading', name: question }))
  await person.open('/publish')
  await person.choosePlace('Origen', 'bogta', /Bogotá/)
  await person.choosePlace('Destino', 'cali', /Cali.*Valle/)
  await person.press('radio', /Más rápido/)
  await person.press('checkbox', 'Ibagué')
  await person.see({ text: 'Punto de encuentro en Bogotá' })
  await next('¿Cuándo sales?')
  await person.set('Fecha del viaje', bogotaDate(saturday(site)))
  await person.set('Hora de salida', '06:00')
  await next('¿En qué carro y con cuántos cupos?')
  await person.press('radio', /Renault Logan/)
  await next('¿Cuánto aporta cada pasajero?')
  await next('¿Cómo es el viaje?')
  await next('Así lo verán tus pasajeros')
  await person.press('button', 'Publicar viaje')
  await person.at(/^\/trips\/[0-9a-f-]{36}/)
  await person.see({ role: 'button', name: 'Compartir viaje' })
}

async function driveToday({ site, enter }: Stage): Promise<void> {
  const { driver, trip, booking } = await aTripOfToday(site, 'Julio')
  const person = await enter(driver)
  await person.open('/my-trips?ver=conductor')
  await person.press('link', 'Abrir hoja de ruta')
  await person.press('button', 'Salir')
  await person.see({ text: 'En camino' })
  await person.open(`/trips/${trip.tripId}/scan`)
  await person.type('Código del tiquete', booking.code)
  await person.press('button', 'Registrar subida')
  await person.see({ text: /Puede subir/ })
}

async function chat({ site, enter }: Stage): Promise<void> {
  const driver = await aVerifiedDriver(site.deps, { firstName: 'Rosa', lastName: 'Díaz' })
  const trip = await aTrip(site.deps, { driver, departsAt: saturday(site) })
  const asks = await enter(await aUser(site.deps, { firstName: 'Camila' }))
  await asks.open(`/trips/${trip.tripId}`)
  await asks.press('button', 'Preguntar al conductor')
  const conversation = new URL(await asks.at(/^\/mensajes\/./)).pathname
  const log = { role: 'log', name: 'Mensajes' }
  await asks.type('Escribe un mensaje', '¿Cabe una bicicleta?')
  await asks.press('button', 'Enviar')
  await asks.in(log).see({ text: '¿Cabe una bicicleta?' })
  const answers = await enter(driver)
  await answers.open(conversation)
  await answers.in(log).see({ text: '¿Cabe una bicicleta?' })
  await answers.type('Escribe un mensaje', 'Sí, desarmada.')
  await answers.press('button', 'Enviar')
  // Without a reload: the answer arrives as a live event.
  await asks.in(log).see({ text: 'Sí, desarmada.' })
}

async function withdraw({ site, enter }: Stage): Promise<void> {
  const { deps } = site
  const owner = await aUser(deps, { firstName: 'Laura', lastName: 'Moreno' })
  await verifyIdentity(site, owner)
  await aFundedWallet(deps, owner.userId, 300_000, matured(deps.clock.now()))
  const person = await enter(owner)
  await person.open('/wallet')
  await person.press('link', 'Retirar')
  const { pathname } = new URL(await person.at(/retir|withdraw/))
  await person.press('button', 'Agregar una cuenta')
  await person.type('Número de cuenta', '12345678901')
  await person.press('button', 'Guardar la cuenta')
  const dialog = person.in({ role: 'dialog' })
  await dialog.type(/contraseña/i, owner.password)
  await dialog.press('button', /^Confirmar|^Continuar|^Guardar/)
  await person.see({ text: /La puedes usar desde/ })
  const waited = 'update payout_accounts set created_at = $2, usable_from = $2 where user_id = $1'
  await asOwner(deps.databaseUrl, waited, [owner.userId, deps.clock.now()])
  await person.open(pathname)
  await person.type('Monto a retirar', '50000')
  await person.press('button', 'Revisar el retiro')
  await dialog.press('button', 'Pedir el retiro')
  await person.see({ text: 'En revisión' })
}

async function takeEmergency({ site, enter }: Stage): Promise<void> {
  const { passenger, booking } = await aTripOfToday(site, 'Jairo')
  const sara = await aUser(site.deps, { firstName: 'Sara', roles: ['passenger', 'support'] })
  const desk = await enter(sara)
  await desk.open('/admin/tickets')
  await desk.see({ role: 'heading', name: 'Soporte' })
  const phone = await enter(passenger)
  await phone.open(`/bookings/${booking.id}`)
  await phone.press('button', 'Emergencia')
  await phone.press('button', 'Avisar a Cupo')
  await phone.see({ text: /El equipo responde en menos de 2 horas/ })
  const bar = desk.in({ role: 'region', name: 'Emergencia' })
  await bar.press('button', 'Lo tengo')
  await desk.at(/^\/admin\/incidents\/[0-9a-f-]{36}$/)
  await desk.see({ text: /lo tienes tú desde/ })
}

export const journeys: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'signs up and confirms the address': signUp,
  'signs in with a wrong password, then with the right one': signIn,
  'searches, books and pays from the wallet': searchAndBook,
  'tops up at the gateway and returns': topUp,
  'opens a ticket with its QR code, also without the server': openTicket,
  'publishes a trip': publish,
  'starts a trip and boards a passenger by a typed code': driveToday,
  'asks a driver, who answers live': chat,
  'requests a withdrawal to a new account': withdraw,
  'takes an emergency at the desk': takeEmergency,
}
