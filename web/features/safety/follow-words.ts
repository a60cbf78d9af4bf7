import type { FollowedTrip, FollowState } from '#contract/safety-shares.ts'
import { duration, timeAndDay } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export const followStates: Record<FollowState, { text: string; tone: PillTone }> = {
  waiting: { text: 'Por salir', tone: 'neutral' },
  on_the_way: { text: 'En camino', tone: 'info' },
  arrived: { text: 'Llegó', tone: 'ok' },
  cancelled: { text: 'Cancelado', tone: 'err' },
}

/** Describes the progress of the trip in one sentence, only from recorded events. */
export function standingOf(trip: FollowedTrip): string {
  const { state, traveller, from, to, startedAt, arrivedAt, delayMinutes } = trip
  const { name, aboard, isDriver } = traveller
  if (state === 'cancelled') return `${name} no hace este viaje.`
  if (state === 'arrived' && arrivedAt) {
    const who = aboard ? name : 'El carro'
    const when = `${who} llegó a ${to.name} a las ${timeAndDay(arrivedAt)}`
    return aboard ? when : `${when}, y nadie registró que ${name} se subiera.`
  }
  if (trip.over) return `Nadie registró la llegada a ${to.name}.`
  const late = delayMinutes >= 5 ? `, con ${duration(delayMinutes)} de retraso` : ''
  if (state === 'on_the_way') {
    const arrives = `Debe llegar a ${to.name} a las ${timeAndDay(to.expectedAt)}${late}`
    if (aboard) return isDriver ? arrives : `${name} va en el carro. ${arrives}`
    return `El carro ya salió; ${name} aún no registra su subida en ${from.name}. ${arrives}`
  }
  const isPast = Date.parse(trip.asOf) > Date.parse(from.plannedAt)
  if (isPast && !startedAt) {
    const planned = `Debía salir de ${from.name} a las ${timeAndDay(from.plannedAt)}`
    return `${planned}, y nadie ha registrado la salida.`
  }
  return `Sale de ${from.name} a las ${timeAndDay(from.expectedAt)}`
}

/** Age of the last update in words. */
export function ageOf(at: string, asOf: number): string {
  const minutes = Math.floor((asOf - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'hace menos de un minuto'
  return `hace ${duration(minutes)}`
}
