import type { PaymentMode } from '#contract/trips.ts'
import { dateTime, time } from './format.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SECOND_THOUGHTS_MINUTES = 30

/**
 * The cancellation rule in one sentence, with the dates of this pick-up, before there is a booking
 * (afterwards the server says exactly what returns). Full refund until a day ahead or within 30
 * minutes of booking; later half.
 */
export function cancellationSentence(
  mode: PaymentMode,
  picksUpAt: string,
  now: Date = new Date(),
): string {
  if (mode === 'directo') {
    return 'Cupo no retiene tu dinero: puedes cancelar sin costo hasta la salida.'
  }
  const pickUp = new Date(picksUpAt).getTime()
  const freeUntil = pickUp - DAY_MS
  if (freeUntil > now.getTime()) {
    return (
      `Si cancelas hasta el ${dateTime(freeUntil)} te devolvemos todo; después, la mitad hasta ` +
      `la salida (${time(pickUp)}).`
    )
  }
  return (
    `Faltan menos de 24 horas: si cancelas en los ${SECOND_THOUGHTS_MINUTES} minutos siguientes ` +
    `a reservar te devolvemos todo; después, la mitad hasta la salida (${time(pickUp)}).`
  )
}
