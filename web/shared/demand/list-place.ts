import type { AlertView } from '#contract/alerts.ts'
import { perSeats, plainDay } from '#web/lib/format.ts'

/** Where a list stands: "En lista · eres la 3.ª de 7 para este viernes 27 de noviembre". */
export function placeText({ list, seats, since, until }: AlertView): string | null {
  if (!list) return null
  if (list.bookingId)
    return `Tu lista pidió o compró ${perSeats(seats, 'un cupo', `${seats} cupos`)}`
  if (list.place === null) return null
  const days = since === until ? `el ${plainDay(since)}` : 'esos días'
  return `En lista · eres la ${list.place}.ª de ${list.of} para ${days}`
}
