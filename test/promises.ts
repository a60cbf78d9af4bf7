// Promises on the public pages, with the code that keeps each of them. `promises.test.ts` fails for
// a heading without an entry, and for an entry whose call or screen does not exist.

export type Keeper =
  /** Calls of the API that keep the promise, as `group.name`. */
  | { calls: readonly string[] }
  /** Screen that keeps the promise. */
  | { screen: string }
  /** Kept by people and not by this software; the reason names them. */
  | { people: string }
  /** A goal or a future plan, as the text on the page says. */
  | { says: RegExp }

const checkedPapers = { calls: ['verification.uploadDocument', 'verification.decide'] }
const ticket = { calls: ['bookings.ticket', 'boarding.scan', 'boarding.keys'] }
const rating = { calls: ['ratings.rate', 'ratings.ofUser', 'ratings.reply'] }
const chat = {
  calls: ['conversations.open', 'conversations.send', 'conduct.report', 'blocks.add'],
}
const price = { calls: ['pricing.quote', 'trips.publish'] }
const wallet = { calls: ['payments.create', 'bookings.book', 'bookings.cancel'] }
const search = { calls: ['search.trips', 'places.find'] }
const emergencies = { people: 'the telephone line of /contact, which the company answers' }
const goal = { says: /meta/ }

/** Keepers by the heading, question or row on the pages. */
export const promises: Readonly<Record<string, Keeper>> = {
  'Ahorra hasta 70 %': price,
  'Conductores verificados': checkedPapers,
  'Precios con tope': price,
  SafePoints: { calls: ['safePoints.list', 'safePoints.propose', 'safePoints.vet'] },
  'Una comunidad que se cuida': { calls: [...rating.calls, ...chat.calls] },
  'Puntos y recompensas': { calls: ['rewards.overview', 'rewards.redeem', 'referrals.mine'] },
  'Quien incumple, responde': { calls: ['conduct.report', 'conduct.decide', 'conduct.appeal'] },
  'Protección contra retrasos': { calls: ['bookings.cancel', 'journeys.arrive'] },
  'Calificación en dos vías': rating,
  'Atención 24/7': emergencies,
  Verificación: checkedPapers,
  'Puntos seguros': { screen: 'safe-points' },
  'Control de precios': price,
  Calificaciones: rating,
  Soporte: emergencies,
  'Impacto ambiental': { screen: 'impacto' },
  'de verificación': checkedPapers,
  'menos CO₂, nuestra meta': goal,
  'soporte para emergencias': emergencies,
  'estrellas, nuestra meta': goal,
  'carros menos, nuestra meta': goal,
  'de ahorro': price,
  'Verificación de usuarios': checkedPapers,
  'Verificación por QR': ticket,
  'Calificaciones verificadas': rating,
  'Chat seguro': chat,
  'Pagos flexibles y privados': wallet,
  'Soporte cuando lo necesitas': emergencies,
  'Comparte por dónde vas': { calls: ['safety.shareBooking', 'safety.followTrip'] },
  'Contacto de confianza': { calls: ['safety.saveContact', 'safety.answerInvitation'] },
  'Botón de emergencia': { calls: ['safety.openIncident', 'safety.takeIncident'] },
  'Viajes solo para mujeres': { calls: ['users.declareWoman', 'bookings.book'] },
  'Descarga y regístrate': { calls: ['auth.signup'] },
  'Encuentra tu ruta': search,
  'Reserva y confirma': { calls: ['bookings.book', 'bookings.accept'] },
  'Viaja y califica': { calls: [...ticket.calls, ...rating.calls] },
  'Regístrate y verifícate': checkedPapers,
  'Publica tu ruta': price,
  'Organiza a tus pasajeros': {
    calls: ['bookings.accept', 'conversations.send', 'bookings.changeMeeting'],
  },
  'Viaja y recibe tu dinero': { calls: ['boarding.scan', 'wallet.balance'] },
  'Con billetera': wallet,
  'Pago directo': { calls: ['bookings.book', 'trips.publish'] },
  '¿Cuánto cuesta un cupo?': price,
  '¿Qué pasa si cancelo?': wallet,
  '¿Puedo reservar dos viajes a la misma hora?': { calls: ['bookings.book'] },
  '¿Y si el conductor registró mi subida y no viajé?': { calls: ['disputes.open'] },
  '¿Y si el conductor cancela?': { calls: ['tripChanges.cancelTrip', 'standing.showMarks'] },
  '¿Necesito internet para mostrar mi tiquete?': ticket,
  '¿Puedo llevar pasajeros para ganar dinero?': { calls: ['conduct.report', 'conduct.decide'] },
  '¿Qué documentos necesita el conductor?': checkedPapers,
  'Seguridad Total': { calls: [...checkedPapers.calls, ...ticket.calls] },
  'Ahorro Inteligente': price,
  'Comunidad Verde': goal,
  'Regístrate Fácil': { calls: ['auth.signup'] },
  'Encuentra o Comparte': { calls: [...search.calls, ...price.calls] },
  '¡Viaja y Ahorra!': ticket,
  'de ahorro frente a viajar por tu cuenta': price,
  'de conductores verificados': checkedPapers,
  'Busca un cupo': search,
  'Comparte tu viaje': price,
  'Tu billetera': wallet,
  Verifícate: checkedPapers,
  '500.000 usuarios activos': goal,
  'Más de 90 % de satisfacción': goal,
  '30 % menos CO₂': goal,
  '1 millón de personas': goal,
  'Alianzas en dos años': goal,
}
