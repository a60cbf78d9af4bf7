import type { ChangePreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { pesos, plural, wordList } from '#web/lib/format.ts'

type Priced = Pick<TripView, 'seatPrice' | 'legs' | 'stops'>

/**
 * Says that a trip was changed, and the prices of legs that the driver did not change: a price that
 * is above the new limit makes the server divide the price of a seat again.
 */
export function savedSentence(before: Priced, { seatPrice, legs, stops }: Priced): string {
  const saved = 'Guardamos los cambios de tu viaje.'
  const sameStops = stops.map(({ id }) => id).join() === before.stops.map(({ id }) => id).join()
  const changed = legs.filter(({ price }, leg) => price !== before.legs[leg]?.price)
  if (!sameStops || seatPrice !== before.seatPrice || changed.length === 0) return saved
  const nameOf = (stopId: string) => stops.find(({ id }) => id === stopId)?.name ?? ''
  const prices = changed.map(
    ({ fromStopId, toStopId, price }) =>
      `${nameOf(fromStopId)} → ${nameOf(toStopId)} ${pesos(price)}`,
  )
  return `${saved} Un tramo pasaba del máximo y repartimos otra vez el precio: ${wordList(prices)}.`
}

/** Sentence about notified passengers, who may cancel; undefined when nobody is affected. */
export function affectedSentence({ told }: Pick<ChangePreview, 'told'>): string | undefined {
  if (told.length === 0) return undefined
  const free = told.filter(({ mayLeaveFree }) => mayLeaveFree).length
  const all = plural(told.length, 'pasajero recibirá un aviso', 'pasajeros recibirán un aviso')
  const leave = told.length === 1 ? 'podrá salirse sin costo' : 'podrán salirse sin costo'
  const some = plural(free, 'podrá salirse sin costo', 'podrán salirse sin costo')
  const rest = free === told.length ? ` y ${leave}` : free > 0 ? `; ${some}` : ''
  const back = told.reduce((sum, { refundPesos = 0 }) => sum + refundPesos, 0)
  const [leaving, wallets] =
    told.length === 1 ? ['Si se va', 'su billetera'] : ['Si se van', 'sus billeteras']
  return `${all}${rest}.${back > 0 ? ` ${leaving}, vuelven ${pesos(back)} a ${wallets}.` : ''}`
}

/** Says that people already have another journey at the new hour; they may leave either free. */
export function crossedSentence(people: number): string {
  const who = plural(people, 'pasajero tiene otro viaje', 'pasajeros tienen otro viaje')
  return `${who} a esa hora y puede que se ${people === 1 ? 'salga' : 'salgan'}.`
}

/** Says that people who change cars on this journey have no time left for it at the new hour. */
export function lostSentence(people: number): string {
  return `${plural(people, 'pasajero pierde', 'pasajeros pierden')} su cambio de carro.`
}

/** What one passenger could do after the move, and the money that would come back. */
export function leaveSentence({
  mayLeaveFree,
  refundPesos,
}: Pick<ChangePreview['told'][number], 'mayLeaveFree' | 'refundPesos'>): string {
  if (!mayLeaveFree) return 'Si se va, con las condiciones de siempre'
  if (refundPesos === 0) return 'Puede salirse sin costo: nada apartado en Cupo'
  return `Puede salirse sin costo: le vuelven ${pesos(refundPesos)}`
}
