import { MARKED_MOVE_HOURS } from '#contract/booking-limits.ts'
import type { ChangePreview } from '#contract/trip-changes.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { affectedSentence } from './change-words.ts'

/** Shown before saving: who is notified of the new time, and what they may do. */
export function MovedPassengersNote({ preview }: { preview: ChangePreview }) {
  const sentence = affectedSentence(preview)
  if (!sentence) return null
  return (
    <Banner tone="warn" title={sentence} className="mt-5">
      <ul className="grid gap-2">
        {preview.told.map(({ bookingId, name, from, before, after }) => (
          <li key={bookingId}>
            <span className="font-semibold">{name}</span>, en {from}
            <span className="tnum block text-sm">
              <span className="sr-only">Antes: </span>
              <s className="text-muted">{dateTime(before)}</s>{' '}
              <span className="inline-block">
                <span aria-hidden="true">→ </span>
                <span className="sr-only">Ahora: </span>
                {dateTime(after)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {preview.marked && (
        <p className="mt-2">
          Falta menos de un día y lo habrás movido {MARKED_MOVE_HOURS} horas o más en total: quedará
          en tu historial público.
        </p>
      )}
    </Banner>
  )
}
