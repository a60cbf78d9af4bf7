import { ArrowLeftRight } from 'lucide-react'
import type { BookingConnection, BookingView } from '#contract/booking-view.ts'
import { duration, sentence, theTime } from '#web/lib/format.ts'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { firstName, wayOf } from './moment-day.tsx'
import type { BookingMoment } from './use-booking-moment.ts'

type Props = { booking: BookingView } & Pick<BookingMoment, 'moment' | 'now'>

/** Minutes that the first car is late; 0 when it is not, or nobody knows. */
function lateMinutes({ arrivesAt, expectedAt }: BookingConnection): number {
  return Math.max(
    0,
    Math.round((Date.parse(expectedAt ?? arrivesAt) - Date.parse(arrivesAt)) / 6e4),
  )
}

/** Head of a part of a trip with one change: the change ahead, at risk, or broken. */
export function ChangeHead({ booking, moment, now }: Props) {
  const { connection, from, driver, seats } = booking
  if (!connection) return null
  const place = from.point ? ` en ${from.point.name}` : ''
  const late = lateMinutes(connection)
  const first = firstName(driver.name)
  const arrives = connection.expectedAt ?? connection.arrivesAt
  const leaves = sentence(`${first} sale a ${theTime(from.at)}`)
  const wasDue = now >= new Date(arrives)
  const lateWords =
    late > 0 ? `Tu primer carro va ${duration(late)} tarde` : 'Tu primer carro va a tiempo'
  const faces = {
    broken: {
      state: 'Se rompió tu cambio',
      title: `Tu ${connection.part === 1 ? 'segundo' : 'primer'} carro no va`,
      words:
        `Te devolvimos ${seats === 1 ? 'ese cupo' : 'esos cupos'}. Este carro sigue reservado ` +
        `para ${theTime(from.at)}${place}; puedes dejarlo sin costo hasta esa hora.`,
    },
    change_missed: {
      state: lateWords,
      title: `No alcanzas el carro de ${first}`,
      words: `Llegas a ${theTime(arrives)} y ${leaves}`,
    },
    change_ahead: {
      // Its arrival can be recorded or not: either way its passenger is at the change, or not yet.
      state: wasDue ? `Tu primer carro llegaba a ${theTime(arrives)}` : lateWords,
      title: wasDue ? `Cambias al carro de ${first}` : `Cambias de carro a ${theTime(arrives)}`,
      words: `Tu cambio sigue en pie: ${leaves}`,
    },
  }
  const { words, ...face } = faces[moment as keyof typeof faces]
  const tone = moment === 'change_ahead' ? 'band' : 'warn'
  return (
    <MomentHead {...{ tone, Icon: ArrowLeftRight, aside: wayOf(booking), ...face }}>
      <p role="status" className="mt-1">
        {words}
      </p>
      {moment !== 'broken' && (
        <p className="mt-2 font-semibold">
          Cambio en {connection.changeAt.point?.name ?? connection.changeAt.name}
        </p>
      )}
    </MomentHead>
  )
}
