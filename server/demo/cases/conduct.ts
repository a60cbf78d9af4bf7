// Reports about people, what the team decided about them, and appeals.
import type { CaseOutcome, ReportReason, ReportSubject } from '#contract/conduct.ts'
import {
  addAppealPhoto,
  addReportPhoto,
  answerAppeal,
  answerHearing,
  appealSanction,
  decideCase,
  hearPerson,
  noteSignals,
  reportConduct,
} from '#server/modules/community/conduct/index.ts'
import { openConversation, sendMessage } from '#server/modules/community/conversations/index.ts'
import { markDriver } from '#server/modules/people/standing/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'
import { findRatingOf } from '../demo.queries.ts'
import { documentPhoto } from '../documents.ts'
import { at, hoursAgo } from '../times.ts'
import { type Cast, rideOf } from './cast.ts'
import { rateBoth } from './disputes.ts'
import type { CaseRide } from './rides.ts'

type Told = {
  by: string
  subject: ReportSubject
  reason: ReportReason
  hours: number
  text?: string
}

/** Reports a person, hours ago. Returns the id of the case. */
async function report({ deps }: Cast, { by, subject, reason, hours, text }: Told): Promise<string> {
  const asked = { subject, reason, ...(text === undefined ? {} : { text }) }
  const { id } = await reportConduct(hoursAgo(deps, hours), { userId: by }, asked)
  return id
}

const person = (id: string): ReportSubject => ({ kind: 'user', id })
const sanctionOf = (caseId: string) => derivedId('conduct.sanction', caseId)

/** Everything about conduct; `rude`: a ride whose two people said unkind words to each other. */
export async function demoConduct(cast: Cast, rude: CaseRide): Promise<void> {
  await Promise.all([openReports(cast), pausedPeople(cast), texts(cast, rude), strikes(cast)])
  await sanctions(cast)
}

/** One that nobody looked at, with a photo, and one whose person already answered. */
async function openReports(cast: Cast): Promise<void> {
  const { deps, support } = cast
  const [first, second] = [rideOf(cast, 10), rideOf(cast, 11)]
  const fresh = await report(cast, {
    by: first.passengerId,
    subject: person(first.driverId),
    reason: 'asks_money_outside',
    hours: 5,
    text:
      'Al llegar me pidió 15.000 más en efectivo por el equipaje, que era una maleta de ' +
      'mano. Adjunto la captura de su mensaje.',
  })
  const bytes = await documentPhoto('Chat del viaje', [
    'Son 15.000 más por la maleta.',
    'Me los da al bajarse.',
  ])
  const photo = { caseId: fresh, bytes }
  await addReportPhoto(hoursAgo(deps, 5), { userId: first.passengerId }, photo)
  const heard = await report(cast, {
    by: second.passengerId,
    subject: { kind: 'trip', id: second.tripId },
    reason: 'dangerous_driving',
    hours: 40,
    text: 'Adelantó en curva con doble línea amarilla cerca de La Línea, y lo hizo tres veces.',
  })
  const note = 'Cuéntanos cómo fue el viaje y por qué adelantaste en la subida.'
  await hearPerson(hoursAgo(deps, 30), support, { caseId: heard, note, pause: false })
  const text =
    'Adelanté dos tractomulas en el tercer carril, donde está permitido. Tengo el video ' +
    'de la cámara.'
  await answerHearing(hoursAgo(deps, 9), { userId: second.driverId }, { caseId: heard, text })
}

/** A pause about which the team is late, and an expulsion that waits for a second person. */
async function pausedPeople(cast: Cast): Promise<void> {
  const { deps, support } = cast
  const [third, fourth] = [rideOf(cast, 15), rideOf(cast, 16)]
  const paused = await report(cast, {
    by: third.driverId,
    subject: person(third.passengerId),
    reason: 'harassment',
    hours: 100,
    text:
      'Pasó el viaje haciendo comentarios sobre el cuerpo de otra pasajera y no paró ' +
      'cuando se lo pedimos.',
  })
  const why =
    'Recibimos un reporte por comentarios indebidos. Tu cuenta queda en pausa mientras ' +
    'nos cuentas tu versión.'
  await hearPerson(hoursAgo(deps, 96), support, { caseId: paused, note: why, pause: true })
  const expelled = await report(cast, {
    by: fourth.driverId,
    subject: person(fourth.passengerId),
    reason: 'fraud',
    hours: 76,
    text: 'Mostró la captura de un pago que nunca llegó, y se bajó antes de que pudiera revisarlo.',
  })
  const note = 'Segundo comprobante alterado en un mes. Cuéntanos tu versión.'
  await hearPerson(hoursAgo(deps, 72), support, { caseId: expelled, note, pause: true })
  const decision = { caseId: expelled, outcome: 'expulsion', note } as const
  await decideCase(hoursAgo(deps, 22), support, decision)
}

/** A chat message and a rating that were hidden, and a fair rating that stays. */
async function texts(cast: Cast, rude: CaseRide): Promise<void> {
  const { deps, support, admin, past } = cast
  const passenger = { userId: rude.passengerId }
  const then = at(deps, addMs(rude.picksUpAt, -5 * HOUR_MS))
  const { id: conversationId } = await openConversation(then, passenger, { tripId: rude.trip.id })
  const message = await sendMessage(then, passenger, {
    conversationId,
    clientId: derivedId('demo.message', rude.id),
    body: { text: 'Si llega tarde otra vez lo bajo a usted del carro, viejo inútil.' },
  })
  const said = await report(cast, {
    by: rude.driverId,
    subject: { kind: 'message', id: message.id },
    reason: 'offensive_text',
    hours: 50,
  })
  const hidden = { outcome: 'hidden', note: 'El mensaje insulta. Escribe con respeto.' } as const
  await decideCase(hoursAgo(deps, 46), support, { caseId: said, ...hidden })
  await rateBoth(deps, rude, {
    stars: 1,
    comment: 'Un señor amargado y grosero que no sirve para esto.',
  })
  const ratingId = await findRatingOf(deps.db, { bookingId: rude.id, ratedAs: 'driver' })
  if (ratingId) {
    const about = { subject: { kind: 'rating', id: ratingId }, reason: 'offensive_text' } as const
    const rated = await report(cast, { by: rude.driverId, ...about, hours: 30 })
    const note = 'El comentario insulta y no describe el viaje.'
    await decideCase(hoursAgo(deps, 25), admin, { caseId: rated, outcome: 'hidden', note })
  }
  const fair = past.find(({ comment }) => comment !== null)
  if (!fair?.ratingId) return
  await report(cast, {
    by: fair.driverId,
    subject: { kind: 'rating', id: fair.ratingId },
    reason: 'other',
    hours: 20,
    text: 'Esa persona no era la de la foto de la cuenta; no debería poder calificarme.',
  })
}

/** A driver who left several passengers waiting: the rule opens a case. */
async function strikes(cast: Cast): Promise<void> {
  const { deps } = cast
  const { driverId } = rideOf(cast, 12)
  for (const [row, kind] of (['cancelled', 'late', 'cancelled', 'late'] as const).entries()) {
    const now = hoursAgo(deps, 24 * (40 - 9 * row)).clock.now()
    const causeId = derivedId('demo.mark', driverId, `${row}`)
    await inTransaction(deps.db, (tx) => markDriver(tx, { driverId, kind, causeId, now }))
  }
  await noteSignals(hoursAgo(deps, 4))
}

type Decided = {
  /** Row of the traveller; the reporter is the driver of their last ride. */
  who: number
  reason: ReportReason
  text: string
  days: number
  outcome: CaseOutcome
  suspended?: number
  note: string
  /** Appeal of the person, with an answer of the team or none yet. */
  appeal?: { text: string; answer: { isUpheld: boolean; note: string } | null }
}

const decidedCases: Decided[] = [
  {
    who: 17,
    reason: 'no_show',
    text: 'Reservó dos cupos y avisó que no venía cuando yo ya estaba en el punto.',
    days: 3,
    outcome: 'suspension',
    suspended: 7,
    note: 'Es la segunda vez en un mes que no llegas a un punto sin avisar.',
    appeal: {
      text: 'Ese día estaba en urgencias con mi hijo. Adjunto la constancia de la clínica.',
      answer: null,
    },
  },
  {
    who: 18,
    reason: 'other_person',
    text: 'Llegó otra persona con el tiquete, mayor que la de la foto.',
    days: 9,
    outcome: 'warning',
    note: 'Tu cuenta es personal: el cupo lo usa quien lo reservó.',
    appeal: {
      text: 'Era yo: me rapé la cabeza y la foto es de hace tres años.',
      answer: {
        isUpheld: true,
        note: 'Comparamos tu documento y tienes razón. Levantamos la advertencia.',
      },
    },
  },
  {
    who: 19,
    reason: 'discrimination',
    text:
      'Me dijo que no viajaba con venezolanos y le pidió a otra pasajera que se cambiara ' +
      'de puesto.',
    days: 6,
    outcome: 'suspension',
    suspended: 30,
    note: 'En Cupo viaja todo el mundo. Lo que dijiste está en el chat del viaje.',
    appeal: {
      text: 'Fue un chiste y lo sacaron de contexto.',
      answer: { isUpheld: false, note: 'Leímos toda la conversación. La suspensión se mantiene.' },
    },
  },
  {
    who: 14,
    reason: 'other',
    text: 'Se bajó sin despedirse y dejó la puerta mal cerrada.',
    days: 4,
    outcome: 'nothing',
    note: 'No rompe ninguna regla.',
  },
]

async function sanctions(cast: Cast): Promise<void> {
  await Promise.all([...decidedCases.map((each) => decide(cast, each)), expel(cast)])
}

async function decide(cast: Cast, told: Decided): Promise<void> {
  const { deps, admin, support } = cast
  const { driverId: by, passengerId: userId } = rideOf(cast, told.who)
  const { reason, text, outcome, note, appeal } = told
  const hours = told.days * 24
  const caseId = await report(cast, { by, subject: person(userId), reason, text, hours })
  const decision = { caseId, outcome, note, days: told.suspended }
  if (outcome === 'suspension') {
    const question = 'Cuéntanos qué pasó en ese viaje.'
    await hearPerson(hoursAgo(deps, hours - 2), support, { caseId, note: question, pause: false })
    const answer = { caseId, text: 'No fue así como lo cuentan, pero entiendo la molestia.' }
    await answerHearing(hoursAgo(deps, hours - 10), { userId }, answer)
  }
  await decideCase(hoursAgo(deps, hours - 20), support, decision)
  if (!appeal) return
  const sanctionId = sanctionOf(caseId)
  const then = hoursAgo(deps, hours - 30)
  await appealSanction(then, { userId }, { sanctionId, text: appeal.text })
  if (appeal.answer) {
    const answer = { sanctionId, ...appeal.answer }
    await answerAppeal(hoursAgo(deps, hours - 50), admin, answer)
  } else {
    const lines = ['Atención de urgencias', 'Menor de edad, acompañante: su papá']
    const bytes = await documentPhoto('Clínica del Norte', lines)
    await addAppealPhoto(then, { userId }, { sanctionId, bytes })
  }
}

/** An expulsion that two people signed, five days after the person was asked. */
async function expel(cast: Cast): Promise<void> {
  const { deps, support, admin } = cast
  const { driverId: by, passengerId } = rideOf(cast, 13)
  const text = 'Sacó una navaja cuando le pedí que se pusiera el cinturón.'
  const subject = person(passengerId)
  const caseId = await report(cast, { by, subject, reason: 'harassment', text, hours: 24 * 14 })
  const note = 'Amenazaste a la persona que conducía. Hay denuncia en la Fiscalía.'
  const decision = { caseId, outcome: 'expulsion', note } as const
  await hearPerson(hoursAgo(deps, 24 * 13), support, { caseId, note, pause: true })
  await decideCase(hoursAgo(deps, 24 * 10), support, decision)
  await decideCase(hoursAgo(deps, 24 * 8), admin, decision)
}
