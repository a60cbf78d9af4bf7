import { FULL_REFUND_AHEAD_HOURS, SECOND_THOUGHTS_MINUTES } from '#contract/booking-limits.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dayAndTime, time } from '#web/lib/format.ts'

const HOUR_MS = 3_600_000

/** Rule before booking: all until a day ahead or 30 min after booking, afterwards half. */
export function cancellationSentence(
  mode: PaymentMode,
  picksUpAt: string,
  now: Date = serverDate(),
): string {
  if (mode === 'directo') {
    return 'Puedes cancelar sin costo hasta la recogida: no pagas nada antes de subir.'
  }
  const pickUp = new Date(picksUpAt).getTime()
  const freeUntil = pickUp - FULL_REFUND_AHEAD_HOURS * HOUR_MS
  if (freeUntil > now.getTime()) {
    return (
      `Si cancelas hasta ${dayAndTime(freeUntil, now)} te devolvemos todo; después, la mitad ` +
      `hasta la recogida (${time(pickUp)}).`
    )
  }
  return (
    `Faltan menos de ${FULL_REFUND_AHEAD_HOURS} horas: si cancelas en los ` +
    `${SECOND_THOUGHTS_MINUTES} minutos siguientes a reservar te devolvemos todo; después, ` +
    `la mitad hasta la recogida (${time(pickUp)}).`
  )
}

/** The rule for the trip's driver: what a passenger who cancels gets back, and what remains. */
export function driverCancellationSentence(mode: PaymentMode): string {
  if (mode === 'directo') {
    return 'Tu pasajero puede cancelar sin costo hasta la recogida: no te paga antes de subir.'
  }
  return (
    `Si tu pasajero cancela ${FULL_REFUND_AHEAD_HOURS} horas antes de subir, recupera todo; ` +
    'después, la mitad, y la otra mitad es para ti, menos la comisión.'
  )
}

/** Effect of earlier cancellations on a new booking of this trip; null without any. */
export function returnsSentence(mode: PaymentMode, freeReturnsLeft: number | undefined) {
  if (freeReturnsLeft === undefined || freeReturnsLeft > 1) return null
  if (freeReturnsLeft === 1) {
    const then =
      mode === 'directo'
        ? 'Si cancelas otra vez, solo puedes reservarlo con tu billetera.'
        : 'Desde la tercera vez solo te devolvemos la mitad, a cualquier hora.'
    return `Ya cancelaste una reserva de este viaje. ${then}`
  }
  return mode === 'directo'
    ? 'Ya cancelaste varias reservas de este viaje: solo puedes reservarlo con tu billetera.'
    : 'Ya cancelaste varias reservas de este viaje: si cancelas esta, te devolvemos la mitad, a ' +
        'cualquier hora.'
}
