import type { AgendaItem } from '#contract/agenda.ts'
import { before, plural, relativeDay, seats, sentence, tripTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'

type AgendaWords = {
  title: string
  /** Time or deadline of the item, and its consequence. */
  detail: string
  to: string
  action: string
  urgent: boolean
}

/** Words of an item of the agenda, and the screen that it leads to. */
export function agendaWords(item: AgendaItem, now: Date): AgendaWords {
  const { tripId, bookingId, count, until } = item
  const deadline = until ? before(until, now) : ''
  const segment = { from: item.from.id, to: item.to.id, seats: item.seats }
  switch (item.kind) {
    case 'keep':
      return {
        title: bookingId
          ? 'Te guardamos otro carro'
          : `Tienes ${plural(item.seats, 'cupo apartado', 'cupos apartados')}`,
        detail: sentence(`${bookingId ? 'Tómalo' : 'Termina tu reserva'} ${deadline}`),
        to: bookingId ? paths.rescue(bookingId) : paths.book(tripId, { ...segment, kept: true }),
        action: bookingId ? 'Ver el carro' : 'Seguir con la reserva',
        urgent: true,
      }
    case 'ask':
      return {
        title: '¿Tienes cupo para alguien sin carro?',
        detail: sentence(`Responde ${deadline}`),
        to: paths.ask(bookingId ?? ''),
        action: 'Responder',
        urgent: true,
      }
    case 'request':
      return {
        title: plural(count, 'solicitud por responder', 'solicitudes por responder'),
        // Several days of a series can wait at once.
        detail: sentence(`${dayAndHour(item, now)} · responde ${deadline}`),
        to: paths.ownTrip(tripId),
        action: 'Responder',
        urgent: true,
      }
    case 'no_show':
      return {
        title: 'El conductor dice que no llegaste',
        detail: sentence(`Si no fue así, dilo ${deadline}`),
        to: paths.booking(bookingId ?? ''),
        action: 'Responder',
        urgent: true,
      }
    case 'trip':
      return nextTrip(item, now)
  }
}

function dayAndHour({ from }: AgendaItem, now: Date): string {
  const near = relativeDay(from.at, now)
  return `${near[0]?.toUpperCase()}${near.slice(1)}, ${tripTime(from.at)}`
}

function nextTrip(item: AgendaItem, now: Date): AgendaWords {
  const { as, tripId, bookingId, seats: n, unanswered, runSheet } = item
  const when = dayAndHour(item, now)
  if (as === 'passenger') {
    return {
      title: 'Tu próximo viaje',
      detail: unanswered ? `${when} · el conductor aún no responde` : `${when} · ${seats(n)}`,
      to: unanswered ? paths.booking(bookingId ?? '') : paths.ticket(bookingId ?? ''),
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
