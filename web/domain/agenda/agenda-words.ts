import type { AgendaItem } from '#contract/agenda.ts'
import { plural, relativeDay, seats, time, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'

export type AgendaWords = {
  /** Subject of the item, in one line. */
  title: string
  /** Time or deadline of the item, and its consequence. */
  detail: string
  /** Path of the screen where the person does the work. */
  to: string
  action: string
  urgent: boolean
}

/** Text and link of an agenda item. */
export function agendaWords(item: AgendaItem, now: Date): AgendaWords {
  const { tripId, bookingId, count, until } = item
  const deadline = until ? timeAndDay(until) : ''
  const segment = { from: item.from.id, to: item.to.id, seats: item.seats }
  switch (item.kind) {
    case 'keep':
      return {
        title: `Tienes ${plural(item.seats, 'cupo apartado', 'cupos apartados')}`,
        detail: `Termina tu reserva antes de las ${deadline}.`,
        to: paths.book(tripId, { ...segment, kept: true }),
        action: 'Seguir con la reserva',
        urgent: true,
      }
    case 'request':
      return {
        title: plural(count, 'solicitud por responder', 'solicitudes por responder'),
        detail: `Responde antes de las ${deadline}.`,
        to: paths.ownTrip(tripId),
        action: 'Responder',
        urgent: true,
      }
    case 'no_show':
      return {
        title: 'El conductor dice que no llegaste',
        detail: `Si no fue así, dilo antes de las ${deadline}.`,
        to: paths.booking(bookingId ?? ''),
        action: 'Responder',
        urgent: true,
      }
    case 'trip':
      return nextTrip(item, now)
  }
}

function nextTrip(item: AgendaItem, now: Date) {
  const { as, tripId, bookingId, from, seats: n, unanswered, runSheet } = item
  const near = relativeDay(from.at, now)
  const when = `${near[0]?.toUpperCase()}${near.slice(1)}, ${time(from.at)}`
  if (as === 'passenger') {
    return {
      title: 'Tu próximo viaje',
      detail: unanswered ? `${when} · el conductor aún no responde` : `${when} · ${seats(n)}`,
      to: paths.booking(bookingId ?? ''),
      action: unanswered ? 'Ver solicitud' : 'Ver tiquete',
      urgent: false,
    }
  }
  return {
    title: 'Tu próximo viaje al volante',
    detail: `${when} · ${plural(n, 'cupo vendido', 'cupos vendidos')}`,
    to: runSheet ? paths.runSheet(tripId) : paths.ownTrip(tripId),
    action: runSheet ? 'Hoja de ruta' : 'Ver viaje',
    urgent: false,
  }
}
