// Tickets of support: one in each state, of each kind.
import type { AboutRef, TicketKind } from '#contract/support-tickets.ts'
import {
  answerTicket,
  askWithoutSession,
  confirmByLink,
  guestPath,
  leaveAnswer,
  noteTicket,
  openTicket,
  rateTicket,
  takeTicket,
  writeInTicket,
} from '#server/modules/community/support/index.ts'
import { derivedId } from '#server/platform/ids.ts'
import { nth } from '../people.ts'
import { hoursAgo } from '../times.ts'
import type { Cast } from './cast.ts'

const idOf = (story: string) => derivedId('demo.ticket', story)
const messageOf = (story: string, no: number) => derivedId('demo.ticket-message', story, `${no}`)

type Question = {
  story: string
  kind: TicketKind
  /** Row of the traveller who writes. */
  who: number
  hours: number
  text: string
  about?: AboutRef
}

/** Answers a ticket, and lets the answer leave. */
async function reply(...[deps, actor, answer]: Parameters<typeof answerTicket>): Promise<void> {
  await answerTicket(deps, actor, answer)
  await leaveAnswer(deps, { messageId: answer.id, resolve: answer.resolve })
}

async function ask(cast: Cast, { story, kind, who, hours, text, about }: Question) {
  const id = idOf(story)
  const actor = { userId: nth(cast.travellers, who) }
  await openTicket(hoursAgo(cast.deps, hours), actor, { id, kind, text, about: about ?? null })
  return { id, actor }
}

export async function demoTickets(cast: Cast): Promise<void> {
  await Promise.all([newTickets(cast), inHand(cast), answered(cast), fromVisitors(cast)])
}

/** Nobody has looked at them: one is recent, one is late, one is about safety on a trip. */
async function newTickets(cast: Cast): Promise<void> {
  const [ride] = cast.past
  await ask(cast, {
    story: 'new',
    kind: 'booking',
    who: 3,
    hours: 3,
    text:
      'Reservé para mañana y me equivoqué de parada: quiero subirme en Girardot y no en ' +
      'Bogotá. ¿Lo pueden cambiar sin perder el cupo?',
  })
  await ask(cast, {
    story: 'late',
    kind: 'account',
    who: 4,
    hours: 24 * 9,
    text:
      'Cambié de celular y ya no me llegan los códigos al número que tengo registrado. ' +
      '¿Cómo lo actualizo?',
  })
  if (!ride) return
  const id = idOf('safety')
  const about = { kind: 'booking', ref: ride.id } as const
  const text =
    'En el viaje el conductor contestó llamadas casi todo el camino y frenó muy duro dos veces. ' +
    'Llegamos bien, pero me sentí insegura y quiero que lo revisen.'
  const asked = { id, kind: 'safety', text, about } as const
  await openTicket(hoursAgo(cast.deps, 1), { userId: ride.passengerId }, asked)
}

/** One that support has taken with a note, and one that the person wrote in again. */
async function inHand(cast: Cast): Promise<void> {
  const { deps, support } = cast
  const taken = await ask(cast, {
    story: 'taken',
    kind: 'money',
    who: 5,
    hours: 26,
    text:
      'Recargué 50.000 por PSE ayer a las 9 de la noche y en el banco aparece descontado, ' +
      'pero mi saldo no cambió.',
  })
  const from = null
  await takeTicket(hoursAgo(deps, 20), support, { ticketId: taken.id, from })
  await noteTicket(hoursAgo(deps, 19), support, {
    ticketId: taken.id,
    id: messageOf('taken', 1),
    text:
      'Finanzas confirma que la pasarela todavía no respondió. Jorge vuelve a preguntar ' +
      'hoy al mediodía.',
  })
  const again = await ask(cast, {
    story: 'again',
    kind: 'other',
    who: 6,
    hours: 50,
    text: '¿Puedo llevar una bicicleta plegable en el baúl si le aviso antes al conductor?',
  })
  await reply(hoursAgo(deps, 44), support, {
    ticketId: again.id,
    id: messageOf('again', 1),
    text:
      'Hola. Sí, si el conductor acepta: escríbele desde tu reserva y cuéntale el tamaño ' +
      'antes del día del viaje.',
    resolve: false,
  })
  await writeInTicket(hoursAgo(deps, 5), again.actor, {
    ticketId: again.id,
    id: messageOf('again', 2),
    text: 'Le escribí hace dos días y no me responde. ¿Qué hago si no contesta?',
  })
}

/** One that waits for its person, and one that was resolved and rated. */
async function answered(cast: Cast): Promise<void> {
  const { deps, support } = cast
  const waiting = await ask(cast, {
    story: 'waiting',
    kind: 'account',
    who: 7,
    hours: 30,
    text: 'No me deja corregir mi segundo apellido: quedó escrito con una letra de más.',
  })
  await reply(hoursAgo(deps, 27), support, {
    ticketId: waiting.id,
    id: messageOf('waiting', 1),
    text: 'Hola. Escríbenos cómo aparece en tu cédula, con tildes, y lo corregimos.',
    resolve: false,
  })
  const resolved = await ask(cast, {
    story: 'resolved',
    kind: 'booking',
    who: 8,
    hours: 75,
    text: 'El conductor canceló y no entiendo si me devuelven todo o si me descuentan algo.',
  })
  await reply(hoursAgo(deps, 72), support, {
    ticketId: resolved.id,
    id: messageOf('resolved', 1),
    text:
      'Hola. Cuando cancela el conductor te devolvemos todo. El dinero ya está en tu ' +
      'billetera desde ayer.',
    resolve: true,
  })
  const rated = { ticketId: resolved.id, rating: 5, comment: 'Rápido y claro. Gracias, Diana.' }
  await rateTicket(hoursAgo(deps, 70), resolved.actor, rated)
}

/** Two visitors without an account; one of them has not confirmed the address yet. */
async function fromVisitors({ deps }: Cast): Promise<void> {
  const id = idOf('visitor')
  const common = { kind: 'other', tripId: null, website: '' } as const
  await askWithoutSession(hoursAgo(deps, 8), {
    ...common,
    id,
    name: 'Mario Pineda',
    email: 'mario.pineda@demo.cupo.co',
    text:
      'Buenas. Tengo carro propio y viajo todos los viernes de Tunja a Bogotá. ¿Qué ' +
      'papeles necesito para publicar?',
  })
  const token = guestPath(deps.secrets, id).split('#')[1] ?? ''
  await confirmByLink(hoursAgo(deps, 7), { token })
  await askWithoutSession(hoursAgo(deps, 2), {
    ...common,
    id: idOf('unconfirmed'),
    name: 'Rosalba Nieto',
    email: 'rosalba.nieto@demo.cupo.co',
    text: '¿Tienen viajes de Neiva a Popayán? No encuentro ninguno para diciembre.',
  })
}
