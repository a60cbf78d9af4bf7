import type { CaseOutcome, ConductCase } from '#contract/conduct.ts'
import { pesos, plural } from '#web/lib/format.ts'

/** The person's upcoming trips and bookings in words; empty when nothing is planned. */
export function plannedWords({
  trips,
  passengers,
  refundPesos,
  seats,
  seatPesos,
}: NonNullable<ConductCase['planned']>): string {
  const driven =
    trips > 0 &&
    `${plural(trips, 'viaje', 'viajes')} con ${plural(passengers, 'reserva', 'reservas')} ` +
      `(${pesos(refundPesos)})`
  const ridden =
    seats > 0 && `${plural(seats, 'reserva propia', 'reservas propias')} (${pesos(seatPesos)})`
  return [driven, ridden].filter((each) => each !== false).join(' y ')
}

/** Explains the effect of an action on the person's plans and money, before it is taken. */
export function effectOf(
  act: CaseOutcome | 'pause' | 'hear',
  { planned, isPaused }: ConductCase,
  proposes: boolean,
): string {
  const words = planned ? plannedWords(planned) : ''
  const has = words === '' ? 'No tiene viajes ni reservas por delante.' : `Tiene ${words}.`
  const ends = isPaused ? ' Termina su pausa.' : ''
  if (proposes) {
    const word = act === 'expulsion' ? 'la expulsión' : 'la suspensión'
    return `Queda en pausa ya. Otra persona confirma ${word}, y solo entonces tiene efecto. ${has}`
  }
  switch (act) {
    case 'hear':
      return `Le preguntamos qué pasó y puede responder. No cambia nada más. ${has}`
    case 'pause':
      return (
        'No podrá publicar ni reservar y sus viajes dejan de venderse; sus pasajeros pueden ' +
        'salir con todo de vuelta. Lo que siga en pausa 12 horas antes de salir se cancela y se ' +
        `devuelve. ${has}`
      )
    case 'suspension':
      return (
        'No podrá publicar ni reservar hasta que termine. Sus viajes de antes quedan en pausa, y ' +
        `sus reservas de antes se devuelven completas. ${has}`
      )
    case 'expulsion':
      return `Se cierra su cuenta a los viajes. Todo se cancela y se devuelve ahora. ${has}`
    case 'warning':
      return `Recibe una advertencia con el motivo. Sus viajes y reservas siguen.${ends}`
    case 'hidden':
      return `El texto deja de verse y se le avisa. Sus viajes y reservas siguen.${ends}`
    case 'nothing':
      return `No pasa nada con su cuenta.${ends}`
  }
}
