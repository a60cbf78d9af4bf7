// People who were heard, for tests that are not about hearings.
import { asOwner } from './db.ts'

/** The driver of a dispute has answered the latest question. */
export async function hearDriver(databaseUrl: string, bookingId: string): Promise<void> {
  await asOwner(
    databaseUrl,
    `insert into dispute_words (booking_id, author_id, answer, words, said_at)
     select b.id, b.driver_id, 'other', 'Esperé en el punto y llamé dos veces.', d.asked_at
     from bookings b join disputes d on d.booking_id = b.id where b.id = $1
     on conflict do nothing`,
    [bookingId],
  )
}

/** The person of a case was asked when it was opened, and has answered. */
export async function hearCase(databaseUrl: string, caseId: string): Promise<void> {
  await asOwner(
    databaseUrl,
    `update conduct_cases set hearing_asked_at = created_at, hearing_note = 'Cuéntanos qué pasó.',
       heard_at = created_at, hearing_text = 'No fue así como lo cuentan.'
     where id = $1 and hearing_asked_at is null`,
    [caseId],
  )
}
